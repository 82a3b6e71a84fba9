import type { Kysely } from 'kysely';

type Row = { id: number; names: string; listed_names: string; name_count: number };

const AT_ONCE = 50;
const LISTED = 20;

/** What a list shows of the names of a certificate, which may have thousands: the first of them, and how many there are. */
export async function up(given: Kysely<never>): Promise<void> {
  const db = given as unknown as Kysely<{ certificates: Row }>;
  const table = db.schema.alterTable('certificates');
  await table.addColumn('listed_names', 'text', (c) => c.notNull().defaultTo('[]')).execute();
  await table.addColumn('name_count', 'integer', (c) => c.notNull().defaultTo(0)).execute();
  for (let after = 0; ; ) {
    const query = db.selectFrom('certificates').select(['id', 'names']).where('id', '>', after);
    const rows = await query.orderBy('id').limit(AT_ONCE).execute();
    for (const row of rows) {
      const names: string[] = JSON.parse(row.names);
      const shown = { listed_names: JSON.stringify(names.slice(0, LISTED)), name_count: names.length };
      await db.updateTable('certificates').set(shown).where('id', '=', row.id).execute();
    }
    const last = rows.at(-1);
    if (!last) return;
    after = Number(last.id);
  }
}
