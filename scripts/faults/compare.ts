import { sql } from 'kysely';
import type { Store } from '@/lib/db/store';
import { asTrue, NEXT_FROM } from '@/lib/guard/bwlist/ip-marks';
import { GONE } from '@/lib/guard/bwlist/tables';
import { halfApplied } from '@/test/consistency';
import { type Acknowledged, KINDS, type Kind, type Ledger } from './ledger';
import { BATCH } from './writers';

/** What the actions of changes end in; of a domain also those of its settings and origins. */
const CHANGES = ['create', 'edit', 'delete', 'settings', 'origin_status'];

type Seen = {
  /** Name of each object that is there, by id. */
  names: ReadonlyMap<string, string>;
  /** Successful changes in the audit log, by id. */
  audited: ReadonlyMap<string, number>;
};

async function seenOf(store: Store, kind: Kind): Promise<Seen> {
  const { table, key, shown } = KINDS[kind];
  const rows = await sql<{ id: string | number; name: string }>`
    select ${sql.ref(key)} as id, ${sql.ref(shown)} as name from ${sql.table(table)}`.execute(store.read);
  const changes = await store.read
    .selectFrom('audit_logs')
    .select(({ fn }) => ['resource_id', fn.countAll<number>().as('count')])
    .where('status', '=', 1)
    .where('resource_type', '=', kind)
    .where(({ or, eb }) => or(CHANGES.map((verb) => eb('action', 'like', `%.${verb}`))))
    .groupBy('resource_id')
    .execute();
  return {
    names: new Map(rows.rows.map(({ id, name }) => [String(id), name])),
    audited: new Map(changes.map(({ resource_id, count }) => [resource_id, Number(count)])),
  };
}

function compareOne({ kind, id, states, changes }: Acknowledged, { names, audited }: Seen): string[] {
  const broken: string[] = [];
  const name = names.get(id);
  if (!states.includes(name)) broken.push(`${kind} ${id} is ${name ?? 'gone'} and not ${states.join(' or ')}`);
  const count = audited.get(id) ?? 0;
  if (count < changes.sure) broken.push(`${kind} ${id} has ${count} audit rows for ${changes.sure} changes`);
  if (count > changes.sure + changes.unsure)
    broken.push(`${kind} ${id} was changed ${count} times, not ${changes.sure}`);
  return broken;
}

/** Addresses of lists come in batches. */
async function compareBatches(store: Store, ledger: Ledger): Promise<string[]> {
  const rows = await store.read
    .selectFrom('ip_set_ips')
    .innerJoin('ip_sets', 'ip_sets.id', 'ip_set_ips.ipset_id')
    .whereRef('ip_set_ips.place', '<=', 'ip_sets.last_place')
    .where(asTrue(NEXT_FROM).status, '!=', GONE)
    .select(({ fn }) => ['ipset_id', fn.countAll<number>().as('count')])
    .groupBy('ipset_id')
    .execute();
  const counts = new Map(rows.map(({ ipset_id, count }) => [String(ipset_id), Number(count)]));
  const broken: string[] = [];
  for (const { kind, id, states, batches } of ledger.objects.values()) {
    if (kind !== 'list' || states.includes(undefined)) continue;
    const count = (counts.get(id) ?? 0) / BATCH;
    const isWhole = Number.isInteger(count) && count >= batches.sure && count <= batches.sure + batches.unsure;
    if (!isWhole) broken.push(`list ${id} has ${count} batches of addresses, and ${batches.sure} were acknowledged`);
  }
  return broken;
}

/**
 * What the store has that nobody was told of, or has not that somebody was: lost, half-applied or doubled writes, missing
 * audit rows, broken chains. Empty is good.
 */
export async function compare(store: Store, ledger: Ledger): Promise<string[]> {
  const broken = await halfApplied(store);
  for (const kind of Object.keys(KINDS) as Kind[]) {
    const seen = await seenOf(store, kind);
    const own = [...ledger.objects.values()].filter((object) => object.kind === kind);
    broken.push(...own.flatMap((object) => compareOne(object, seen)));
    const known = new Set(own.map(({ id }) => id));
    const strangers = [...seen.names].filter(([id, name]) => !known.has(id) && !ledger.mayBe(name));
    broken.push(...strangers.map(([id, name]) => `${kind} ${id} is there, and nobody made ${name}`));
  }
  return [...broken, ...(await compareBatches(store, ledger))];
}
