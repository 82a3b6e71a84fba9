import type { Generated, Insertable, Selectable } from 'kysely';
import type { Page } from '@/lib/api/fields';
import { isOneOf, searchText } from '@/lib/db/dialect';
import { groupedBy } from '@/lib/db/grouped';
import { type Paging, paginate } from '@/lib/db/paginate';
import { prepared } from '@/lib/db/prepared';
import type { Db, Tx } from '@/lib/db/store';
import type { PolicyRow } from '@/lib/guard/policies/repository';
import { type Scope, visible } from '@/lib/tenancy/scope';
import type { WafGroup, WafRule } from './contract';

declare module '@/lib/db/tables' {
  interface Tables {
    waf_groups: GroupTable;
    waf_rules: RuleTable;
  }
}

type GroupTable = Omit<WafGroup, 'tag' | 'rules'> & {
  tag: Generated<number>;
  /** The owner of the policy. */
  oem_id: string;
  root_id: string;
  user_id: string;
  search: string;
};

type RuleTable = Omit<WafRule, 'tag' | 'group_id' | 'is_not'> & {
  tag: Generated<number>;
  group_tag: number;
  /** Place among the sub-rules of its group, from 0. */
  position: number;
  is_not: number;
  search: string;
};

/** A stored `rule_id` that says that the number is generated. */
const NONE_GIVEN = 0;
/**
 * Generated numbers are the tag above this: beyond those of the rule sets that nodes bring, and none twice. A tag whose number
 * somebody gave another is never used.
 */
const GENERATED = 1_000_000_000;
const numberOf = ({ tag, rule_id }: { tag: number; rule_id: number }) =>
  rule_id === NONE_GIVEN ? GENERATED + tag : rule_id;

/** The number that somebody gave; undefined where it is generated. */
export const givenNumber = ({ tag, rule_id }: { tag: number; rule_id: number }) =>
  rule_id === GENERATED + tag ? undefined : rule_id;

/** Whether a number that is generated for this tag is one of those `taken`. */
const isClash = (row: { tag: number; rule_id: number }, taken: ReadonlySet<number>) =>
  row.rule_id === NONE_GIVEN && taken.has(numberOf(row));

const SHOWN = [
  'tag',
  'rule_id',
  'name',
  'describe',
  'waf_type',
  'sub_rule_condition',
  'scope',
  'action',
  'status',
  'policy_id',
  'ctime',
  'utime',
] as const;

const inScope = (db: Db, scope: Scope) => db.selectFrom('waf_groups').where(visible(scope, 'waf_groups'));

const shown = (query: ReturnType<typeof inScope>) => query.select(SHOWN).orderBy('tag', 'desc');

/** Newest first. */
export async function listGroups(
  db: Db,
  scope: Scope,
  { policy_id, ...paging }: Paging & { policy_id?: string },
): Promise<Page<WafGroup>> {
  let found = inScope(db, scope);
  if (policy_id !== undefined) found = found.where('policy_id', '=', policy_id);
  const page = await paginate(found, shown(found), paging, (row) => row);
  return { ...page, list: await complete(db, page.list) };
}

export async function findGroup(db: Db, scope: Scope, tag: number): Promise<WafGroup | undefined> {
  const rows = await shown(inScope(db, scope).where('tag', '=', tag)).execute();
  return (await complete(db, rows))[0];
}

const groupsIn = prepared((db, { policies }: { policies: string }) =>
  shown(db.selectFrom('waf_groups').where(isOneOf(db, 'policy_id', 'text', policies))),
);

/** The groups of policies that the caller has already found in their scope, newest first, by policy_id. */
export async function groupsOf(db: Db, policy_ids: readonly string[]): Promise<Map<string, WafGroup[]>> {
  const rows = await groupsIn(db, { policies: JSON.stringify(policy_ids) });
  return groupedBy(await complete(db, rows), (group) => group.policy_id);
}

/** Groups by their tags, of policies that the caller has already found in their scope, newest first. */
export async function taggedGroups(db: Db, tags: readonly number[]): Promise<WafGroup[]> {
  if (tags.length === 0) return [];
  return complete(db, await shown(db.selectFrom('waf_groups').where('tag', 'in', tags)).execute());
}

type ShownRow = Pick<Selectable<GroupTable>, (typeof SHOWN)[number]>;

/** With their sub-rules in order. */
async function complete(db: Db, groups: readonly ShownRow[]): Promise<WafGroup[]> {
  if (groups.length === 0) return [];
  const rows = db
    .selectFrom('waf_rules')
    .selectAll()
    .where(
      'group_tag',
      'in',
      groups.map((group) => group.tag),
    );
  const rules = groupedBy(await rows.orderBy('group_tag').orderBy('position').execute(), (row) =>
    String(row.group_tag),
  );
  return groups.map((group) => ({
    ...group,
    rule_id: numberOf(group),
    rules: (rules.get(String(group.tag)) ?? []).map(toRule),
  }));
}

/** The tags of a policy's groups and their numbers. */
export async function numberedGroups(db: Db, policy_id: string): Promise<{ tag: number; rule_id: number }[]> {
  const rows = await db
    .selectFrom('waf_groups')
    .select(['tag', 'rule_id'])
    .where('policy_id', '=', policy_id)
    .execute();
  return rows.map((row) => ({ tag: row.tag, rule_id: numberOf(row) }));
}

export type GroupFields = Omit<WafGroup, 'tag' | 'rule_id' | 'policy_id' | 'rules'>;

type Owner = Pick<PolicyRow, 'oem_id' | 'root_id' | 'user_id' | 'policy_id'>;

/** A policy that the caller has already found in their scope, as the owner of its groups. */
export const ownerOf = (db: Db, policy_id: string): Promise<Owner> =>
  db
    .selectFrom('policies')
    .select(['oem_id', 'root_id', 'user_id', 'policy_id'])
    .where('policy_id', '=', policy_id)
    .executeTakeFirstOrThrow();

/** What a group is found by, beside its sub-rules. */
const groupText = ({ name, describe }: GroupFields) => searchText(name, describe);

/** Inserts a group without sub-rules. Answers its tag. A tag whose generated number is one of those `taken` is passed over. */
export async function insertGroup(
  tx: Tx,
  { oem_id, root_id, user_id, policy_id }: Owner,
  { rule_id = NONE_GIVEN, ...fields }: GroupFields & { rule_id?: number },
  taken: ReadonlySet<number>,
): Promise<number> {
  const row = { ...fields, oem_id, root_id, user_id, policy_id, rule_id, search: groupText(fields) };
  for (;;) {
    const { tag } = await tx.insertInto('waf_groups').values(row).returning('tag').executeTakeFirstOrThrow();
    if (!isClash({ tag, rule_id }, taken)) return tag;
    await deleteGroup(tx, tag);
  }
}

export async function updateGroup(tx: Tx, tag: number, fields: GroupFields): Promise<void> {
  await tx
    .updateTable('waf_groups')
    .set({ ...fields, search: groupText(fields) })
    .where('tag', '=', tag)
    .execute();
}

/** A sub-rule to be stored: one that there was has its tag. */
export type RuleFields = Omit<WafRule, 'tag' | 'rule_id' | 'group_id'> & { tag?: number; rule_id?: number };

/** Makes these the sub-rules of a group, in this order. */
export async function writeRules(tx: Tx, group_tag: number, rules: readonly RuleFields[]): Promise<void> {
  await tx.deleteFrom('waf_rules').where('group_tag', '=', group_tag).execute();
  const rows = rules.map(({ rule_id = NONE_GIVEN, is_not, ...rule }, position) => {
    const search = searchText(rule.sub_field, rule.pattern, rule.describe);
    return { ...rule, group_tag, position, rule_id, is_not: Number(is_not), search };
  });
  const given = new Set(rows.map((row) => row.rule_id));
  const isKept = (row: { tag?: number }) => row.tag !== undefined;
  // Apart, since every row of a statement names the same columns.
  for (const some of [rows.filter(isKept), rows.filter((row) => !isKept(row))]) await insertRules(tx, some, given);
}

/** Inserts sub-rules. Tags whose generated numbers are among those `taken` are passed over. */
async function insertRules(tx: Tx, rows: readonly Insertable<RuleTable>[], taken: ReadonlySet<number>): Promise<void> {
  if (rows.length === 0) return;
  const inserted = tx.insertInto('waf_rules').values(rows).returning(['tag', 'rule_id', 'position']);
  const clashes = (await inserted.execute()).filter((row) => isClash(row, taken));
  if (clashes.length === 0) return;
  const [tags, places] = [clashes.map(({ tag }) => tag), clashes.map(({ position }) => position)];
  await tx.deleteFrom('waf_rules').where('tag', 'in', tags).execute();
  const again = rows.filter(({ position }) => places.includes(position));
  await insertRules(tx, again, taken);
}

/** Deletes a group; its sub-rules go with it. */
export async function deleteGroup(tx: Tx, tag: number): Promise<void> {
  await tx.deleteFrom('waf_groups').where('tag', '=', tag).execute();
}

/** WafRuleVO of a row. */
function toRule({ group_tag, position: _position, search: _search, ...row }: Selectable<RuleTable>): WafRule {
  return { ...row, rule_id: numberOf(row), group_id: group_tag, is_not: row.is_not !== 0 };
}
