import type { Kysely } from 'kysely';
import { serialType } from './frozen/dialect';
import { reusedSerialKey } from './frozen/reused-serial';

/** Members of origin groups, DNS settings and brute-force rules of domains (spec 2.3). */
export async function up(db: Kysely<never>): Promise<void> {
  for (const [table, member] of [
    ['origin_group_nodes', 'node_id'],
    ['origin_group_sources', 'src_ip'],
  ] as const) {
    await db.schema
      .createTable(table)
      .addColumn('domain_id', 'text', (c) => c.notNull().references('domains.domain_id').onDelete('cascade'))
      .addColumn(member, 'text', (c) => c.notNull())
      .addColumn('group_id', 'bigint', (c) => c.notNull().references('origin_groups.group_id').onDelete('cascade'))
      .addPrimaryKeyConstraint(`${table}_key`, ['domain_id', member])
      .execute();
    await db.schema.createIndex(`${table}_group`).on(table).column('group_id').execute();
  }

  await db.schema
    .createTable('dns_configs')
    .addColumn('domain_id', 'text', (c) => c.primaryKey().references('domains.domain_id').onDelete('cascade'))
    .addColumn('auto_return_source', 'text', (c) => c.notNull())
    .addColumn('auto_switch_case', 'integer', (c) => c.notNull())
    .addColumn('src_ipv6_check', 'text', (c) => c.notNull())
    .addColumn('default_ipv6_check', 'text', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('brute_force_rules')
    .addColumn('id', serialType(db), reusedSerialKey)
    .addColumn('domain_id', 'text', (c) => c.notNull().references('domains.domain_id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('describe', 'text', (c) => c.notNull())
    .addColumn('uri', 'text', (c) => c.notNull())
    .addColumn('rate', 'bigint', (c) => c.notNull())
    .addColumn('rate_time', 'bigint', (c) => c.notNull())
    .addColumn('req_time_unit', 'text', (c) => c.notNull())
    .addColumn('status', 'integer', (c) => c.notNull())
    .addColumn('level', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('brute_force_rules_domain')
    .on('brute_force_rules')
    .columns(['domain_id', 'id'])
    .execute();
}
