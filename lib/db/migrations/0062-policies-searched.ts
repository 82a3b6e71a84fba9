import type { Kysely } from 'kysely';
import { isPostgres } from './frozen/dialect';

const OWNERS = { policies_oem: 'oem_id', policies_root: 'root_id', policies_user: 'user_id' };

/**
 * The embedded store searches an account's policies in the index by which they are listed, instead of reading each from its
 * table. Entries of
 * PostgreSQL's indexes are at most 2.7 KB, which text may exceed.
 */
export async function up(db: Kysely<never>): Promise<void> {
  if (isPostgres(db)) return;
  for (const [name, owner] of Object.entries(OWNERS)) {
    await db.schema.dropIndex(name).execute();
    await db.schema.createIndex(name).on('policies').columns([owner, 'ctime', 'policy_id', 'search']).execute();
  }
}
