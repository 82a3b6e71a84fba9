import type { Addresses, Entry, Fields, Kind, PartKind } from './entry';
import { AT_FIRST, isServing, nodesOf } from './serving';

/** What changes of a field, named by its path. */
export type Difference = { field: string; before: unknown; after: unknown };
export type AddressChange = { add: [string, boolean][]; enable: string[]; disable: string[]; remove: string[] };

/** One thing to do. `of` is what the object belongs to. */
export type Step = { kind: Kind; key: string; of?: Entry } & (
  | { do: 'create'; wanted: Entry }
  | { do: 'change'; wanted: Entry; existing: Entry; differences: Difference[] }
  /** What cannot be changed, or comes too early in its order, is deleted and made again. */
  | { do: 'replace'; wanted: Entry; existing: Entry; differences: Difference[] }
  /** Certificates, nodes, origin groups and DNS of a domain. */
  | { do: 'serve'; wanted: Entry; existing: Entry | undefined; differences: Difference[] }
  | { do: 'addresses'; wanted: Entry; existing: Entry | undefined; change: AddressChange }
  | { do: 'delete'; existing: Entry }
);

/** Fields that no endpoint changes once an object is there. */
const FIXED: Readonly<Partial<Record<Kind, string>>> = { list: 'ip_set_type', waf_group: 'rule_id' };
/** Nodes ask these in the order in which they were made. */
const ORDERED: readonly Kind[] = ['cc_rule', 'acl_rule'];

/** Where a step comes: what is referred to before what refers to it, and ports are free before they are taken. */
const ORDER: readonly [Kind[], Step['do'][]][] = [
  [['policy'], ['create', 'change']],
  [
    ['cc_rule', 'acl_rule', 'waf_group'],
    ['delete', 'create', 'change', 'replace'],
  ],
  [['list'], ['create', 'change', 'addresses']],
  [['domain'], ['create', 'change']],
  [['brute_force_rule'], ['delete', 'create', 'change']],
  [['forward'], ['delete']],
  [['domain'], ['delete']],
  [['domain'], ['serve']],
  [['forward'], ['create', 'change', 'replace']],
  [['list'], ['delete']],
  [['policy'], ['delete']],
];
const rankOf = (step: Step) =>
  ORDER.findIndex(([kinds, verbs]) => kinds.includes(step.kind) && verbs.includes(step.do));

/** How many nodes a domain gets: who only loses some frees their ports for those who get them. */
function comers(step: Step): number {
  if (step.do !== 'serve') return 0;
  const before = nodesOf(step.existing?.fields ?? {});
  return nodesOf(step.wanted.fields).filter((node) => !before.includes(node)).length;
}

/** A field that would have to change and cannot. */
export class Unchangeable extends Error {
  constructor(
    readonly entry: Entry,
    readonly field: string,
  ) {
    super(`${entry.key}: ${field}`);
  }
}

export type Plan = {
  /** In the order in which they are to be done. */
  steps: Step[];
  /** What is wanted, with what is there of it. */
  pairs: ReadonlyMap<Entry, Entry>;
  /** What only the server has, and keeps. */
  left: Left[];
};

/** An object, and what it belongs to. */
type Left = { kind: Kind; key: string; of?: Entry };

/** What makes `existing` what `wanted` says. Deletes objects only where `prune` says so. */
export function plan(existing: readonly Entry[], wanted: readonly Entry[], prune: boolean): Plan {
  const found: Found = { steps: [], pairs: new Map(), left: [], prune };
  for (const kind of ['policy', 'list', 'domain'] as const) {
    const own = (entries: readonly Entry[]) => entries.filter((one) => one.kind === kind);
    collect(found, own(existing), own(wanted));
  }
  const steps = found.steps
    .map((step, i) => ({ step, i }))
    .sort((a, b) => rankOf(a.step) - rankOf(b.step) || comers(a.step) - comers(b.step) || a.i - b.i)
    .map(({ step }) => step);
  return { steps, pairs: found.pairs, left: found.left };
}

type Found = { steps: Step[]; pairs: Map<Entry, Entry>; left: Left[]; prune: boolean };

/** Entries of one kind below one parent. */
function collect(found: Found, existing: readonly Entry[], wanted: readonly Entry[], of?: Entry): void {
  const pairs = paired(existing, wanted);
  const taken = new Set(pairs.values());
  const within = of ? { of } : {};
  for (const one of existing.filter((other) => !taken.has(other))) {
    if (found.prune) found.steps.push({ do: 'delete', kind: one.kind, key: one.key, existing: one, ...within });
    else found.left.push({ kind: one.kind, key: one.key, ...within });
  }
  const inPlace = keeper();
  for (const one of wanted) {
    const there = pairs.get(one);
    const stays = inPlace(there) || !ORDERED.includes(one.kind);
    if (there) found.pairs.set(one, there);
    if (there) found.steps.push(...changes(there, one, stays, within));
    else found.steps.push({ do: 'create', kind: one.kind, key: one.key, wanted: one, ...within });
    for (const [kind, own] of Object.entries(one.parts) as [PartKind, Entry[]][]) {
      collect(found, there?.parts[kind] ?? [], own, one);
    }
    found.steps.push(...serving(there, one));
    const change = addressChange(there?.addresses, one.addresses);
    if (change)
      found.steps.push({ do: 'addresses', kind: one.kind, key: one.key, wanted: one, existing: there, change });
  }
}

/**
 * Each object that is wanted with the one of its key that is there, the second of a key with the second. Where more are there than
 * wanted, the last of them count: what is replaced comes last and is so found again.
 */
function paired(existing: readonly Entry[], wanted: readonly Entry[]): Map<Entry, Entry> {
  const there = byKey(existing);
  const pairs = new Map<Entry, Entry>();
  for (const [key, own] of byKey(wanted)) {
    const found = there.get(key)?.slice(-own.length) ?? [];
    for (const [i, one] of found.entries()) pairs.set(own[i] as Entry, one);
  }
  return pairs;
}

function byKey(entries: readonly Entry[]): Map<string, Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const one of entries) {
    const own = groups.get(one.key);
    if (own) own.push(one);
    else groups.set(one.key, [one]);
  }
  return groups;
}

/** Whether an object may stay where it is: what is new comes last, and so must all that is to be after it. */
function keeper() {
  let last = Number.NEGATIVE_INFINITY;
  return (there: Entry | undefined): boolean => {
    const place = there ? Number(there.live?.id) : Number.NaN;
    const stays = place > last;
    last = stays ? place : Number.POSITIVE_INFINITY;
    return stays;
  };
}

function changes(existing: Entry, wanted: Entry, stays: boolean, within: { of?: Entry }): Step[] {
  const { kind, key } = wanted;
  const found = differences(existing.fields, wanted.fields).filter((one) => !isOfServing(one));
  const fixed = FIXED[kind];
  const isFixed = fixed !== undefined && fixed in wanted.fields && found.some(({ field }) => field === fixed);
  if (isFixed && kind === 'list') throw new Unchangeable(wanted, fixed);
  const differing = found.filter(({ field }) => isFixed || field !== fixed);
  if (!stays || isFixed) return [{ do: 'replace', kind, key, existing, wanted, differences: differing, ...within }];
  return differing.length > 0 ? [{ do: 'change', kind, key, existing, wanted, differences: differing, ...within }] : [];
}

const isOfServing = ({ field }: Difference) => isServing(field.split('.')[0] ?? '');

function serving(existing: Entry | undefined, wanted: Entry): Step[] {
  const { kind, key, fields } = wanted;
  const found = differences(existing?.fields ?? AT_FIRST, fields).filter(isOfServing);
  return found.length > 0 ? [{ do: 'serve', kind, key, wanted, existing, differences: found }] : [];
}

function addressChange(before: Addresses = new Map(), after: Addresses | undefined): AddressChange | undefined {
  if (!after) return undefined;
  const add = [...after].filter(([address]) => !before.has(address));
  const turned = [...after].filter(([address, enabled]) => before.get(address) === !enabled);
  const enable = turned.filter(([, enabled]) => enabled).map(([address]) => address);
  const disable = turned.filter(([, enabled]) => !enabled).map(([address]) => address);
  const remove = [...before.keys()].filter((address) => !after.has(address));
  return add.length + turned.length + remove.length > 0 ? { add, enable, disable, remove } : undefined;
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields of a domain of which what a file leaves out stays as it is. */
const OPEN = ['settings', 'dns'];

/** What differs, each at the deepest place where it does. A field that only one of them has differs, too. */
export function differences(before: unknown, after: unknown, at: readonly string[] = []): Difference[] {
  if (isObject(before) && isObject(after)) {
    const isKept = (key: string) => (at.length === 0 ? isServing(key) : at.length === 1 && OPEN.includes(at[0] ?? ''));
    const keys = new Set([...Object.keys(before).filter((key) => !isKept(key)), ...Object.keys(after)]);
    return [...keys].flatMap((key) => differences(before[key], after[key], [...at, key]));
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    return before.flatMap((one, i) => differences(one, after[i], [...at, String(i)]));
  }
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ field: at.join('.'), before, after }];
}
