import type { Kysely } from 'kysely';
import { makeDeletable } from './frozen/dialect';

/** What ended longer ago than the audit log is kept may be deleted: API keys, and how domains were judged before their last time. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.createIndex('api_keys_expiry').on('api_keys').column('expires_at').execute();
  await makeDeletable(db, 'domain_decisions');
}
