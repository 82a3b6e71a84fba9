import { type Kysely, sql } from 'kysely';
import { isPostgres } from './frozen/dialect';

const OWNERS = ['oem_id', 'root_id', 'user_id'];

/** Long ones: what stands behind them in a row is read past all of their pages. */
const LAST = ['names', 'cert', 'sign_cert', 'sealed_key', 'sealed_sign_key'];

/**
 * A certificate may have thousands of names. The embedded store had them in three indexes and in front of what lists show;
 * they are in the row alone now, behind everything short. Columns have one order on both stores, so that backups of the same
 * rows are the same.
 */
export async function up(db: Kysely<never>): Promise<void> {
  if (!isPostgres(db)) await indexWithoutNames(db);
  const moved = (column: string) => `${column}_moved`;
  const table = db.schema.alterTable('certificates');
  for (const column of LAST) await table.addColumn(moved(column), 'text', (c) => c.notNull().defaultTo('')).execute();
  const copies = LAST.map((column) => sql`${sql.ref(moved(column))} = ${sql.ref(column)}`);
  await sql`update certificates set ${sql.join(copies)}`.execute(db);
  for (const column of LAST) await table.dropColumn(column).execute();
  for (const column of LAST) await table.renameColumn(moved(column), column).execute();
}

async function indexWithoutNames(db: Kysely<never>): Promise<void> {
  for (const owner of OWNERS) {
    const name = `certificates_${owner}_expiry`;
    await db.schema.dropIndex(name).execute();
    await db.schema.createIndex(name).on('certificates').columns([owner, 'expired_at', 'id', 'search']).execute();
  }
}
