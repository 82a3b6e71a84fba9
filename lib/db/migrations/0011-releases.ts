import type { Kysely } from 'kysely';
import { makeAppendOnly } from './frozen/dialect';

/** What nodes are to run: the whole configuration of a domain each time it changed. Outlives the domain. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('releases')
    .addColumn('domain_id', 'text', (c) => c.notNull())
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('oem_id', 'text', (c) => c.notNull())
    .addColumn('root_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('domain', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('config', 'text', (c) => c.notNull())
    .addColumn('cause', 'text', (c) => c.notNull())
    .addColumn('audit_id', 'bigint', (c) => c.notNull())
    .addColumn('actor_id', 'text', (c) => c.notNull())
    .addColumn('actor_name', 'text', (c) => c.notNull())
    .addColumn('ctime', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('releases_key', ['domain_id', 'number'])
    .execute();
  await makeAppendOnly(db, 'releases');
}
