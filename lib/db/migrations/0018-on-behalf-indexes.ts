import { type Kysely, sql } from 'kysely';

/**
 * Rows where nobody acted for another leave the indexes of those where somebody did: they are nearly all, and made the
 * store believe that these indexes find nothing quickly.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const renew = async (table: string, columns: string[]) => {
    await db.schema.dropIndex(`${table}_behalf`).execute();
    await db.schema
      .createIndex(`${table}_behalf`)
      .on(table)
      .columns(['on_behalf_user_id', 'ctime', 'id', ...columns, 'user_id'])
      .where(sql<boolean>`on_behalf_user_id <> ''`)
      .execute();
  };
  await renew('audit_logs', ['actor_type']);
  await renew('login_records', ['login_status']);
}
