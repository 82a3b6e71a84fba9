import type { Generated, Selectable } from 'kysely';
import { groupedBy } from '@/lib/db/grouped';
import type { Db, Tx } from '@/lib/db/store';
import type { Tables } from '@/lib/db/tables';
import type { BruteForceInput, BruteForceRule } from './contract';

declare module '@/lib/db/tables' {
  interface Tables {
    brute_force_rules: Omit<BruteForceInput, 'status' | 'action'> & {
      id: Generated<number>;
      domain_id: string;
      status: number;
      /** JSON. */
      action: string;
    };
  }
}

const columnsOf = (rule: BruteForceInput) => ({
  ...rule,
  status: Number(rule.status),
  action: JSON.stringify(rule.action),
});

/** Rules of a domain the caller has already found in their scope, newest first. */
export async function listRules(db: Db, domain_id: string): Promise<BruteForceRule[]> {
  return (await rulesOf(db, [domain_id])).get(domain_id) ?? [];
}

/** The same of several domains, by domain_id. */
export async function rulesOf(db: Db, domain_ids: readonly string[]): Promise<Map<string, BruteForceRule[]>> {
  const all = db.selectFrom('brute_force_rules').selectAll().where('domain_id', 'in', domain_ids);
  const byDomain = groupedBy(await all.orderBy('id', 'desc').execute(), (row) => row.domain_id);
  return new Map([...byDomain].map(([domain_id, rows]) => [domain_id, rows.map(toRule)]));
}

const toRule = ({ domain_id: _, ...row }: Selectable<Tables['brute_force_rules']>): BruteForceRule => ({
  ...row,
  status: row.status !== 0,
  action: JSON.parse(row.action),
});

export async function insertRule(tx: Tx, domain_id: string, rule: BruteForceInput): Promise<number> {
  const { id } = await tx
    .insertInto('brute_force_rules')
    .values({ domain_id, ...columnsOf(rule) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateRule(tx: Tx, id: number, rule: BruteForceInput): Promise<void> {
  await tx.updateTable('brute_force_rules').set(columnsOf(rule)).where('id', '=', id).execute();
}

export async function deleteRule(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('brute_force_rules').where('id', '=', id).execute();
}
