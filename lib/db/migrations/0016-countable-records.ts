import type { Kysely } from 'kysely';
import { keepCountable } from './frozen/dialect';

/** Lists of records say how many there are, and these tables only grow. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const table of ['audit_logs', 'login_records', 'api_key_logs']) await keepCountable(db, table);
}
