import type { Kysely } from 'kysely';

/** When each line of a desired state was written, so that absences are forgotten in time; those of before count as old. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('desired')
    .addColumn('ctime', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
}
