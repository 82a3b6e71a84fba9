import type { Kysely } from 'kysely';
import { serialKey, serialType } from './frozen/dialect';

/** CC and ACL rules of policies (spec 2.6, 2.7). */
export async function up(db: Kysely<never>): Promise<void> {
  for (const [table, own] of [
    ['cc_rules', ['matches', 'stats', 'limit', 'action']],
    ['acl_rules', ['matches', 'action']],
  ] as const) {
    let creation = db.schema
      .createTable(table)
      .addColumn('rule_id', serialType(db), serialKey(db))
      .addColumn('policy_id', 'text', (c) => c.notNull().references('policies.policy_id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('describe', 'text', (c) => c.notNull());
    for (const column of own) creation = creation.addColumn(column, 'text', (c) => c.notNull());
    await creation
      .addColumn('stime', 'bigint', (c) => c.notNull())
      .addColumn('etime', 'bigint', (c) => c.notNull())
      .addColumn('status', 'integer', (c) => c.notNull())
      .addColumn('ctime', 'bigint', (c) => c.notNull())
      .addColumn('utime', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex(`${table}_policy`).on(table).columns(['policy_id', 'rule_id']).execute();
  }
}
