import type { Kysely } from 'kysely';

/** Everything an overview of a time range counts stands in an index, so that it reads no rows. */
export async function up(db: Kysely<never>): Promise<void> {
  const renew = async (table: string, name: string, columns: string[]) => {
    await db.schema.dropIndex(`${table}_${name}`).execute();
    await db.schema.createIndex(`${table}_${name}`).on(table).columns(columns).execute();
  };
  const operations = ['ctime', 'id', 'status', 'actor_type', 'action', 'on_behalf_user_id'];
  await renew('audit_logs', 'time', operations);
  await renew('audit_logs', 'oem', ['oem_id', ...operations]);
  const signIns = ['login_status', 'ctime', 'id', 'user_name', 'ip'];
  await renew('login_records', 'status', signIns);
  await renew('login_records', 'oem_status', ['oem_id', ...signIns]);
}
