import { type Kysely, sql } from 'kysely';
import { carried } from './frozen/dialect';
import { siteLook } from './frozen/site-look';

type Tables = { domains: { domain_id: string; domain: string; look: string } };

/**
 * Since when domains wait for a decision, in the order of the queue; what was judged before waits since it last
 * changed. Certificates are searched in the order they end. Names are looked at anew, now that the site below
 * `com.cn` and its like is known.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable('domains')
    .addColumn('waits_since', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`update domains set waits_since = case
    when exists (select 1 from domain_decisions d where d.domain_id = domains.domain_id and d.audit_status in (3, 4))
    then utime else ctime end where audit_status in (1, 2)`.execute(db);
  await db.schema
    .createIndex('domains_waiting')
    .on('domains')
    .columns(['oem_id', 'waits_since', 'domain_id'])
    .execute();
  for (const owner of ['oem_id', 'root_id', 'user_id']) {
    const name = `certificates_${owner}_expiry`;
    await db.schema.dropIndex(name).execute();
    const columns = [owner, 'expired_at', 'id', ...carried(db as never, 'names', 'search')];
    await db.schema.createIndex(name).on('certificates').columns(columns).execute();
  }

  const domains = await db.selectFrom('domains').select(['domain_id', 'domain', 'look']).execute();
  for (const { domain_id, domain, look } of domains) {
    const seen = siteLook(domain);
    if (seen !== look) await db.updateTable('domains').set({ look: seen }).where('domain_id', '=', domain_id).execute();
  }
}
