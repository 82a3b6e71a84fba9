import type { Generated } from 'kysely';
import type { Db, Tx } from '@/lib/db/store';
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
  const rows = await db
    .selectFrom('brute_force_rules')
    .selectAll()
    .where('domain_id', '=', domain_id)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ domain_id: _, ...row }) => ({ ...row, status: row.status !== 0, action: JSON.parse(row.action) }));
}

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
