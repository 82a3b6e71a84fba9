import type { Kysely } from 'kysely';

/** How long the requests of a tenant are kept, where that is shorter than for all. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('event_retention')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.user_id').onDelete('cascade'))
    .addColumn('keep_events_days', 'integer', (c) => c.notNull())
    .execute();
}
