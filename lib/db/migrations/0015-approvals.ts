import type { Kysely } from 'kysely';
import { makeAppendOnly, serialType } from './frozen/dialect';
import { reusedSerialKey } from './frozen/reused-serial';
import { siteLook } from './frozen/site-look';

type Tables = { domains: { domain_id: string; domain: string; look: string } };

/** How domains look, how they were judged, and judgements that can still be taken back. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable('domains')
    .addColumn('look', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await db.schema.createIndex('domains_look').on('domains').columns(['oem_id', 'look']).execute();
  const domains = await db.selectFrom('domains').select(['domain_id', 'domain']).execute();
  for (const { domain_id, domain } of domains) {
    await db
      .updateTable('domains')
      .set({ look: siteLook(domain) })
      .where('domain_id', '=', domain_id)
      .execute();
  }

  await db.schema
    .createTable('domain_decisions')
    .addColumn('id', serialType(db as never), reusedSerialKey)
    .addColumn('domain_id', 'text', (c) => c.notNull())
    .addColumn('audit_status', 'integer', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('actor_name', 'text', (c) => c.notNull())
    .addColumn('ctime', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('domain_decisions_domain').on('domain_decisions').columns(['domain_id', 'id']).execute();
  await makeAppendOnly(db as never, 'domain_decisions');

  await db.schema
    .createTable('approval_holds')
    .addColumn('domain_id', 'text', (c) => c.primaryKey().references('domains.domain_id').onDelete('cascade'))
    .addColumn('oem_id', 'text', (c) => c.notNull())
    .addColumn('audit_status', 'integer', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('seen_utime', 'bigint', (c) => c.notNull())
    .addColumn('due_at', 'bigint', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('request', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('approval_holds_due').on('approval_holds').column('due_at').execute();
}
