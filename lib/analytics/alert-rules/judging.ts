import { forChange, numbersOf, rowsOf } from '@/lib/db/dialect';
import { groupedBy } from '@/lib/db/grouped';
import type { Db, Store, Tx } from '@/lib/db/store';
import { approvalTimes } from '@/lib/guard/approvals/repository';
import { APPROVED } from '@/lib/guard/domains/contract';
import type { DomainRow } from '@/lib/guard/domains/tables';
import { STEP_MS } from './judge';
import { fieldsOf, JUDGED, type RuleFields } from './repository';
import { ENABLED } from './vocabulary';

/** A rule as it is judged. */
export type Rule = RuleFields & {
  id: number;
  root_id: string;
  user_id: string;
  domain_id: string | null;
  judged_until: number;
  utime: number;
};

/** A domain that rules are about, and since when it has had traffic to judge. */
export type Target = Pick<DomainRow, 'oem_id' | 'root_id' | 'user_id' | 'domain_id' | 'domain'> & { since: number };

export type Targets = { of(rule: Rule): readonly Target[] };

/** The rules that are on and have not judged up to `until`. */
export async function dueRules(db: Db, until: number): Promise<Rule[]> {
  const due = db.selectFrom('alert_rules').select(JUDGED).where('status', '=', ENABLED);
  const rows = await due.where('judged_until', '<', until).orderBy('id').execute();
  return rows.map((row) => ({ ...row, ...fieldsOf(row) }));
}

/**
 * Has rules that have judged windows still to come, by a clock that was ahead and has been put back, go on with the one that ends at
 * `latest`. A window more is what a clock is put right by from time to time.
 */
export async function takeBack(
  { read, transaction }: Pick<Store, 'read' | 'transaction'>,
  latest: number,
): Promise<void> {
  const ahead = await read
    .selectFrom('alert_rules')
    .select('id')
    .where('judged_until', '>', latest + STEP_MS)
    .execute();
  if (ahead.length === 0) return;
  const ids = ahead.map(({ id }) => id);
  await transaction((tx) =>
    tx
      .updateTable('alert_rules')
      .set({ judged_until: latest - STEP_MS })
      .where('id', 'in', numbersOf(tx, ids))
      .execute(),
  );
}

/** The approved domains that these rules are about: one each, or all of an account, for a root those of its chain too. */
export async function targetsOf(db: Db, rules: readonly Rule[]): Promise<Targets> {
  const single = [...new Set(rules.flatMap(({ domain_id }) => domain_id ?? []))];
  const accounts = [...new Set(rules.flatMap(({ domain_id, root_id }) => (domain_id === null ? [root_id] : [])))];
  const rows = await db
    .selectFrom('domains')
    .select(['oem_id', 'root_id', 'user_id', 'domain_id', 'domain', 'ctime'])
    .where('audit_status', '=', APPROVED)
    .where((eb) => eb.or([eb('domain_id', 'in', rowsOf(db, single)), eb('root_id', 'in', rowsOf(db, accounts))]))
    .execute();
  const approved = await approvalTimes(
    db,
    rows.map(({ domain_id }) => domain_id),
  );
  const targets = rows.map(({ ctime, ...row }) => ({ ...row, since: approved.get(row.domain_id) ?? ctime }));
  const byId = groupedBy(targets, (row) => row.domain_id);
  const byRoot = groupedBy(targets, (row) => row.root_id);
  const byUser = groupedBy(targets, (row) => row.user_id);
  return {
    of({ domain_id, root_id, user_id }) {
      const found =
        domain_id !== null ? byId.get(domain_id) : user_id === root_id ? byRoot.get(root_id) : byUser.get(user_id);
      return found ?? [];
    },
  };
}

/** Locks a rule until the transaction ends; false where it is not as it was read, or has judged up to `until` already. */
export async function lockUnchanged(tx: Tx, { id, utime }: Rule, until: number): Promise<boolean> {
  const same = tx.selectFrom('alert_rules').select('id').where('id', '=', id).where('utime', '=', utime);
  const found = same.where('status', '=', ENABLED).where('judged_until', '<', until).modifyEnd(forChange(tx));
  return (await found.executeTakeFirst()) !== undefined;
}

/** Notes that rules have judged up to `until`; how far one has, never goes back. */
export async function noteJudged(tx: Tx, ids: readonly number[], until: number): Promise<void> {
  await tx
    .updateTable('alert_rules')
    .set({ judged_until: until })
    .where('id', 'in', numbersOf(tx, ids))
    .where('judged_until', '<', until)
    .execute();
}
