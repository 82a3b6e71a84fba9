import type { Kysely } from 'kysely';

/** When a node was heard of last, and since when it takes no new domains. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('node_states')
    .addColumn('node_id', 'text', (c) => c.primaryKey().references('nodes.node_id').onDelete('cascade'))
    .addColumn('seen_at', 'bigint', (c) => c.notNull())
    .addColumn('draining_since', 'bigint', (c) => c.notNull())
    .execute();
}
