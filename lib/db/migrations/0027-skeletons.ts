import { type Kysely, sql } from 'kysely';
import { siteSkeleton, skeleton } from './frozen/skeleton';

/**
 * The confusable skeletons of user names and sites, by this name and computed anew: signs count as well as letters, and
 * what was registered is read from the list of public suffixes.
 */
export async function up(db: Kysely<Rows>): Promise<void> {
  await db.schema.dropTable('user_looks').execute();
  await db.schema
    .createTable('user_skeletons')
    .addColumn('oem_id', 'text', (c) => c.notNull())
    .addColumn('skeleton', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
    .addPrimaryKeyConstraint('user_skeletons_key', ['oem_id', 'skeleton'])
    .execute();
  await db.schema.createIndex('user_skeletons_user').on('user_skeletons').column('user_id').execute();
  const users = await db.selectFrom('users').select(['oem_id', 'user_id', 'user_name']).orderBy('ctime').execute();
  for (const { oem_id, user_id, user_name } of users) {
    // Of two names with one skeleton that are there already, both stay; the older one keeps it.
    await db
      .insertInto('user_skeletons')
      .values({ oem_id, user_id, skeleton: skeleton(user_name) })
      .onConflict((c) => c.doNothing())
      .execute();
  }

  await db.schema.dropIndex('domains_look').execute();
  await sql`alter table domains rename column look to skeleton`.execute(db);
  const columns = ['oem_id', 'skeleton', 'domain', 'root_id', 'domain_id'];
  await db.schema.createIndex('domains_skeleton').on('domains').columns(columns).execute();
  const domains = await db.selectFrom('domains').select(['domain_id', 'domain', 'skeleton']).execute();
  for (const { domain_id, domain, skeleton: before } of domains) {
    const after = siteSkeleton(domain);
    if (after === before) continue;
    await db.updateTable('domains').set({ skeleton: after }).where('domain_id', '=', domain_id).execute();
  }
}

type Rows = {
  users: { oem_id: string; user_id: string; user_name: string; ctime: number };
  user_skeletons: { oem_id: string; skeleton: string; user_id: string };
  domains: { domain_id: string; domain: string; skeleton: string };
};
