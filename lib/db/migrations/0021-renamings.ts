import type { Kysely } from 'kysely';

/** What remembers texts to search, not how many domains there are, learns of a new asset name alone. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('domain_changes')
    .addColumn('domain_id', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await db.schema
    .alterTable('domain_changes')
    .addColumn('is_renaming', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}
