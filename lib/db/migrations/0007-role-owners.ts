import type { Kysely } from 'kysely';

/** Whose role it is: empty for those of the product and of the provisioning file, which all sites share. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('roles')
    .addColumn('oem_id', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
}
