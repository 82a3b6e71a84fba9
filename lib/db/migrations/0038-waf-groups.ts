import type { Kysely } from 'kysely';
import { serialKey, serialType } from './frozen/dialect';

/** WAF rule groups of policies, and their sub-rules (spec 2.11). */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('waf_groups')
    .addColumn('tag', serialType(db), serialKey(db))
    .addColumn('oem_id', 'text', (c) => c.notNull())
    .addColumn('root_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id'))
    .addColumn('policy_id', 'text', (c) => c.notNull().references('policies.policy_id').onDelete('cascade'))
    .addColumn('rule_id', 'bigint', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('describe', 'text', (c) => c.notNull())
    .addColumn('waf_type', 'integer', (c) => c.notNull())
    .addColumn('sub_rule_condition', 'integer', (c) => c.notNull())
    .addColumn('scope', 'text', (c) => c.notNull())
    .addColumn('action', 'integer', (c) => c.notNull())
    .addColumn('status', 'integer', (c) => c.notNull())
    .addColumn('ctime', 'bigint', (c) => c.notNull())
    .addColumn('utime', 'bigint', (c) => c.notNull())
    .execute();
  for (const by of ['oem_id', 'root_id', 'user_id', 'policy_id']) {
    await db.schema.createIndex(`waf_groups_${by}`).on('waf_groups').columns([by, 'tag']).execute();
  }
  await db.schema
    .createTable('waf_rules')
    .addColumn('tag', serialType(db), serialKey(db))
    .addColumn('group_tag', 'bigint', (c) => c.notNull().references('waf_groups.tag').onDelete('cascade'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('rule_id', 'bigint', (c) => c.notNull())
    .addColumn('zone', 'text', (c) => c.notNull())
    .addColumn('sub_field', 'text', (c) => c.notNull())
    .addColumn('pattern_type', 'integer', (c) => c.notNull())
    .addColumn('pattern', 'text', (c) => c.notNull())
    .addColumn('describe', 'text', (c) => c.notNull())
    .addColumn('is_not', 'integer', (c) => c.notNull())
    .addColumn('ctime', 'bigint', (c) => c.notNull())
    .addColumn('utime', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('waf_rules_group').on('waf_rules').columns(['group_tag', 'position']).execute();
}
