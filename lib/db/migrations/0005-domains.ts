import type { Kysely } from 'kysely';
import { serialType } from './frozen/dialect';
import { reusedSerialKey } from './frozen/reused-serial';

/** Domains with their settings, origin groups and nodes (spec 2.3). */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('domains')
    .addColumn('domain_id', 'text', (c) => c.primaryKey())
    .addColumn('oem_id', 'text', (c) => c.notNull())
    .addColumn('root_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id'))
    .addColumn('domain', 'text', (c) => c.notNull())
    .addColumn('asset_name', 'text', (c) => c.notNull())
    .addColumn('search', 'text', (c) => c.notNull())
    .addColumn('policy_id', 'text', (c) => c.notNull().references('policies.policy_id'))
    .addColumn('cname', 'text', (c) => c.notNull().unique())
    .addColumn('auto_cert', 'integer', (c) => c.notNull())
    .addColumn('mode', 'integer', (c) => c.notNull())
    .addColumn('audit_status', 'integer', (c) => c.notNull())
    .addColumn('ctime', 'bigint', (c) => c.notNull())
    .addColumn('utime', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('domains_name').on('domains').columns(['domain', 'oem_id']).unique().execute();
  // One pair per tier: a page and its total are both answered inside the index, with and without the status filter.
  for (const owner of ['oem_id', 'root_id', 'user_id']) {
    await db.schema.createIndex(`domains_${owner}`).on('domains').columns([owner, 'ctime', 'domain_id']).execute();
    await db.schema
      .createIndex(`domains_${owner}_status`)
      .on('domains')
      .columns([owner, 'audit_status', 'ctime', 'domain_id'])
      .execute();
  }
  await db.schema.createIndex('domains_policy').on('domains').column('policy_id').execute();

  await db.schema
    .createTable('domain_settings')
    .addColumn('domain_id', 'text', (c) => c.notNull().references('domains.domain_id').onDelete('cascade'))
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('domain_settings_key', ['domain_id', 'key'])
    .execute();

  await db.schema
    .createTable('domain_nodes')
    .addColumn('id', serialType(db), reusedSerialKey)
    .addColumn('domain_id', 'text', (c) => c.notNull().references('domains.domain_id').onDelete('cascade'))
    .addColumn('node_id', 'text', (c) => c.notNull().references('nodes.node_id'))
    .addColumn('lock_status', 'integer', (c) => c.notNull())
    .addColumn('enabled', 'integer', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('domain_nodes_key')
    .on('domain_nodes')
    .columns(['domain_id', 'node_id'])
    .unique()
    .execute();
  await db.schema.createIndex('domain_nodes_node').on('domain_nodes').column('node_id').execute();

  await db.schema
    .createTable('origin_groups')
    .addColumn('group_id', serialType(db), reusedSerialKey)
    .addColumn('domain_id', 'text', (c) => c.notNull().references('domains.domain_id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('is_default', 'integer', (c) => c.notNull())
    .addColumn('utime', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('origin_groups_name')
    .on('origin_groups')
    .columns(['domain_id', 'name'])
    .unique()
    .execute();

  await db.schema
    .createTable('domain_epoch')
    .addColumn('one', 'integer', (c) => c.primaryKey())
    .addColumn('epoch', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('domain_changes')
    .addColumn('epoch', 'bigint', (c) => c.primaryKey())
    .addColumn('oem_id', 'text', (c) => c.notNull())
    .addColumn('root_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('domain', 'text', (c) => c.notNull())
    .execute();
}
