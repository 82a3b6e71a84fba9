import type { Kysely } from 'kysely';

/** Which plan a tenant has, by its main account. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('plan_grants')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.user_id').onDelete('cascade'))
    .addColumn('plan_id', 'text', (c) => c.notNull().references('plans.plan_id'))
    .addColumn('ctime', 'bigint', (c) => c.notNull())
    .execute();
}
