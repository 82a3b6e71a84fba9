import type { Kysely } from 'kysely';
import { carried } from './frozen/dialect';
import { originAddresses } from './frozen/origin-addresses';

type Tables = {
  domains: { domain_id: string; user_id: string };
  domain_settings: { domain_id: string; key: string; value: string };
  domain_origins: { user_id: string; ip: string; domain_id: string };
};

/** What lists, searches and the approval queue ask of thousands of domains is answered inside an index. */
export async function up(db: Kysely<Tables>): Promise<void> {
  const renew = async (table: string, name: string, columns: string[]) => {
    await db.schema.dropIndex(`${table}_${name}`).execute();
    await db.schema.createIndex(`${table}_${name}`).on(table).columns(columns).execute();
  };
  const search = carried(db as never, 'search');
  const names = carried(db as never, 'names');
  for (const owner of ['oem_id', 'root_id', 'user_id']) {
    await renew('domains', owner, [owner, 'ctime', 'domain_id', ...search]);
    await renew('domains', `${owner}_status`, [owner, 'audit_status', 'ctime', 'domain_id', ...search]);
    await renew('certificates', owner, [owner, 'ctime', 'id', ...search]);
    await renew('certificates', `${owner}_expiry`, [owner, 'expired_at', 'id', ...names]);
  }
  // Thousands of names of one site look the same.
  await renew('domains', 'look', ['oem_id', 'look', 'domain', 'root_id', 'domain_id']);

  await db.schema
    .createTable('domain_origins')
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('ip', 'text', (c) => c.notNull())
    .addColumn('domain_id', 'text', (c) => c.notNull().references('domains.domain_id').onDelete('cascade'))
    .addPrimaryKeyConstraint('domain_origins_key', ['user_id', 'ip', 'domain_id'])
    .execute();
  await db.schema.createIndex('domain_origins_domain').on('domain_origins').column('domain_id').execute();
  const settings = await db
    .selectFrom('domain_settings')
    .innerJoin('domains', 'domains.domain_id', 'domain_settings.domain_id')
    .select(['domains.user_id', 'domains.domain_id', 'domain_settings.value as origin'])
    .where('domain_settings.key', '=', 'origin')
    .execute();
  for (const { user_id, domain_id, origin } of settings) {
    for (const ip of originAddresses(origin)) {
      await db.insertInto('domain_origins').values({ user_id, ip, domain_id }).execute();
    }
  }
}
