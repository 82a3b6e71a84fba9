import { type Kysely, sql } from 'kysely';

type Rule = { rule_id: number; name: string; describe: string; matches: string; search: string };
type Group = { tag: number; name: string; describe: string; search: string };
type SubRule = { tag: number; sub_field: string; pattern: string; describe: string; search: string };
type Searched = { cc_rules: Rule; acl_rules: Rule; waf_groups: Group; waf_rules: SubRule };

const AT_ONCE = 500;

const folded = (...texts: string[]) => texts.filter(Boolean).join('\n').normalize('NFKC').toLowerCase();

const plain = (text: string) => Buffer.from(text, 'base64').toString();

/** Name, description and conditions, the values of which are base64 in one of the tables. */
function textOf({ name, describe, matches }: Rule, read: (data: string) => string): string {
  const conditions: { field: string; data: string }[] = JSON.parse(matches);
  return folded(name, describe, ...conditions.flatMap(({ field, data }) => [field, read(data)]));
}

async function fillRules(db: Kysely<Searched>, table: 'cc_rules' | 'acl_rules', read: (data: string) => string) {
  for (let after = 0; ; ) {
    const query = db.selectFrom(table).selectAll().where('rule_id', '>', after);
    const rows = await query.orderBy('rule_id').limit(AT_ONCE).execute();
    for (const row of rows) {
      const search = textOf(row, read);
      await db.updateTable(table).set({ search }).where('rule_id', '=', row.rule_id).execute();
    }
    const last = rows.at(-1);
    if (!last) return;
    after = Number(last.rule_id);
  }
}

async function fillTagged(db: Kysely<Searched>, table: 'waf_groups' | 'waf_rules', columns: readonly string[]) {
  for (let after = 0; ; ) {
    const query = db.selectFrom(table).selectAll().where('tag', '>', after);
    const rows: Record<string, unknown>[] = await query.orderBy('tag').limit(AT_ONCE).execute();
    for (const row of rows) {
      const search = folded(...columns.map((column) => String(row[column])));
      await db.updateTable(table).set({ search }).where('tag', '=', Number(row.tag)).execute();
    }
    const last = rows.at(-1);
    if (!last) return;
    after = Number(last.tag);
  }
}

/** What rules are found by: their own words, in one case, whatever form they are stored in. */
export async function up(given: Kysely<never>): Promise<void> {
  const db = given as unknown as Kysely<Searched>;
  for (const table of ['cc_rules', 'acl_rules', 'waf_groups', 'waf_rules']) {
    await db.schema
      .alterTable(table)
      .addColumn('search', 'text', (c) => c.notNull().defaultTo(sql`''`))
      .execute();
  }
  await fillRules(db, 'cc_rules', plain);
  await fillRules(db, 'acl_rules', (data) => data);
  await fillTagged(db, 'waf_groups', ['name', 'describe']);
  await fillTagged(db, 'waf_rules', ['sub_field', 'pattern', 'describe']);
}
