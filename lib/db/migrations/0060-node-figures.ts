import type { Kysely } from 'kysely';

/** What a node said of its own health last: one row each. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('node_figures')
    .addColumn('node_id', 'text', (c) => c.primaryKey().references('nodes.node_id').onDelete('cascade'))
    .addColumn('said_at', 'bigint', (c) => c.notNull())
    .addColumn('clock_off_ms', 'bigint', (c) => c.notNull())
    .addColumn('figures', 'text', (c) => c.notNull())
    .execute();
}
