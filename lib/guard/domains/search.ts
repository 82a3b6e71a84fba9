import { behalfOf } from '@/lib/db/caller-db';
import { foldCase } from '@/lib/db/dialect';
import { chunks } from '@/lib/db/grouped';
import type { Db } from '@/lib/db/store';
import { type Scope, visible } from '@/lib/tenancy/scope';
import { changedIds } from './changes';
import { cachedByScope } from './scope-cache';
import type { DomainRow } from './tables';

/** What a search answers of a domain, and sorts by. */
type Found = Pick<DomainRow, 'domain_id' | 'audit_status' | 'ctime'>;
type Searched = Found & Pick<DomainRow, 'search'>;

/**
 * What a caller may search: what was there at one time, newest first, and the domains that changed since or went. The
 * texts are one, which is searched several times as fast as thousands of short ones; `ends` says where each ends in it.
 */
export type Searchable = {
  all: readonly Found[];
  texts: string;
  ends: Uint32Array;
  since: ReadonlyMap<string, Searched | undefined>;
};

/** Occurs in no text, so that nothing is found across two of them. */
const BETWEEN = '\0';

/** Callers who see more domains than this search the store. */
export const MOST_SEARCHED = 50_000;

/** Of all callers' searches, in bytes, and what a domain takes beside its text. */
const MOST_BYTES = 64 << 20;
const DOMAIN_BYTES = 200;

/** Rows read at a time, and changes kept apart from the rest. */
const CHUNK = 1_000;

const newestFirst = (a: Found, b: Found) => b.ctime - a.ctime || (a.domain_id < b.domain_id ? 1 : -1);

const select = (db: Db) => db.selectFrom('domains').select(['domain_id', 'audit_status', 'ctime', 'search']);

function searchable(rows: readonly Searched[]): Searchable {
  const all = rows.map(({ domain_id, audit_status, ctime }) => ({ domain_id, audit_status, ctime }));
  const ends = new Uint32Array(rows.length);
  let end = -BETWEEN.length;
  for (const [i, { search }] of rows.entries()) {
    end += BETWEEN.length + search.length;
    ends[i] = end;
  }
  return { all, texts: rows.map((row) => row.search).join(BETWEEN), ends, since: new Map() };
}

/** Some at a time, so that thousands of rows hold up nobody else's request. */
async function readAll(db: Db, scope: Scope): Promise<Searchable> {
  const inScope = select(db).where(visible(scope, 'domains')).orderBy('ctime', 'desc').orderBy('domain_id', 'desc');
  const all: Searched[] = [];
  for (let rows = inScope; ; await behalfOf(db).nextTurn()) {
    const some = await rows.limit(CHUNK).execute();
    for (const row of some) all.push(row);
    const last = some.at(-1);
    if (!last || some.length < CHUNK) return searchable(all);
    rows = inScope.where((eb) => eb(eb.refTuple('ctime', 'domain_id'), '<', eb.tuple(last.ctime, last.domain_id)));
  }
}

async function readChanged(db: Db, scope: Scope, before: Searchable, known: number): Promise<Searchable> {
  const since = new Map(before.since);
  for (const some of chunks(await changedIds(db, scope, known), CHUNK)) {
    for (const domain_id of some) since.set(domain_id, undefined);
    // A domain keeps its owner, whom its changes name, so these are in the scope.
    for (const row of await select(db).where('domain_id', 'in', some).execute()) since.set(row.domain_id, row);
  }
  const next = { ...before, since };
  return since.size > CHUNK ? searchable(rowsOf(next)) : next;
}

const changedRows = ({ since }: Searchable) => [...since.values()].filter((row) => row !== undefined);

/** All of it as rows again. */
function rowsOf(from: Searchable): Searched[] {
  const { all, texts, ends, since } = from;
  const textOf = (i: number) => texts.slice(i === 0 ? 0 : (ends[i - 1] ?? 0) + BETWEEN.length, ends[i]);
  const rows = all.map((row, i) => ({ ...row, search: textOf(i) })).filter((row) => !since.has(row.domain_id));
  return [...rows, ...changedRows(from)].sort(newestFirst);
}

/**
 * What a caller may search. Ten thousand texts are searched in memory in less than a millisecond; the store
 * would read them all from its pages at every search.
 */
export const searchedDomains = () =>
  cachedByScope<Searchable>({
    read: readAll,
    renew: readChanged,
    size: MOST_BYTES,
    sizeOf: ({ all, since, texts }) => 2 * texts.length + DOMAIN_BYTES * (all.length + 2 * since.size + 1),
  });

/** Those with `keyword` in the name, also in its Unicode form, or in the asset name, in any case; newest first. */
export function search(from: Searchable, keyword: string, audit_status?: number): Found[] {
  const wanted = foldCase(keyword);
  if (wanted.includes(BETWEEN)) return [];
  const isWanted = (row: Found) => audit_status === undefined || row.audit_status === audit_status;
  const found = matches(from, wanted, (row) => isWanted(row) && !from.since.has(row.domain_id));
  const changed = changedRows(from).filter((row) => isWanted(row) && row.search.includes(wanted));
  return merged(found, changed.sort(newestFirst));
}

function matches({ all, texts, ends }: Searchable, wanted: string, isWanted: (row: Found) => boolean): Found[] {
  const found: Found[] = [];
  let at = texts.indexOf(wanted);
  for (let i = 0; i < all.length && at >= 0; i++) {
    const [row, end] = [all[i] as Found, ends[i] as number];
    if (at > end) continue;
    if (isWanted(row)) found.push(row);
    at = texts.indexOf(wanted, end + BETWEEN.length);
  }
  return found;
}

/** Both in one order, which each of them has already. */
function merged(many: Found[], few: readonly Found[]): Found[] {
  if (few.length === 0) return many;
  const all: Found[] = [];
  let next = 0;
  for (const row of many) {
    for (let one = few[next]; one && newestFirst(one, row) < 0; one = few[next]) {
      all.push(one);
      next++;
    }
    all.push(row);
  }
  return [...all, ...few.slice(next)];
}
