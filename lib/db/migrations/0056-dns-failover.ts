import type { Kysely } from 'kysely';

/** Health checks of nodes, and domains that have too few of them. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('node_health')
    .addColumn('node_id', 'text', (c) => c.primaryKey().references('nodes.node_id').onDelete('cascade'))
    .addColumn('history', 'text', (c) => c.notNull())
    .addColumn('checked_at', 'bigint', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('failovers')
    .addColumn('domain_id', 'text', (c) => c.primaryKey().references('domains.domain_id').onDelete('cascade'))
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('since', 'bigint', (c) => c.notNull())
    .addColumn('switches', 'integer', (c) => c.notNull())
    .addColumn('switched_at', 'bigint', (c) => c.notNull())
    .addColumn('obstacle', 'text', (c) => c.notNull())
    .addColumn('tried_at', 'bigint', (c) => c.notNull())
    .execute();
}
