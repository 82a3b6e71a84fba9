import { setImmediate } from 'node:timers/promises';
import { foldCase } from '@/lib/db/dialect';
import type { Db } from '@/lib/db/store';
import { type Scope, visible } from '@/lib/tenancy/scope';
import { changedIds } from './changes';
import { rememberedByScope } from './memory';
import type { DomainRow } from './tables';

/** What a search reads of a domain. */
type Searched = Pick<DomainRow, 'domain_id' | 'audit_status' | 'ctime' | 'search'>;

/** What a caller may search, in no order: what was there at one time, but for those that changed since or went. */
export type Searchable = { all: readonly Searched[]; since: ReadonlyMap<string, Searched | undefined> };

/** Callers who see more domains than this search the store. */
export const MOST_SEARCHED = 50_000;

/** Of how many domains a process remembers the texts, over all callers: about 50 MB. */
const REMEMBERED = 200_000;

/** Rows read at a time, and changes kept apart from the rest. */
const CHUNK = 1_000;

const newestFirst = (a: Searched, b: Searched) => b.ctime - a.ctime || (a.domain_id < b.domain_id ? 1 : -1);

const select = (db: Db) => db.selectFrom('domains').select(['domain_id', 'audit_status', 'ctime', 'search']);

/** Newest first, some at a time, so that thousands of rows hold up nobody else's request. */
async function readAll(db: Db, scope: Scope): Promise<Searchable> {
  const inScope = select(db).where(visible(scope, 'domains')).orderBy('ctime', 'desc').orderBy('domain_id', 'desc');
  const all: Searched[] = [];
  for (let rows = inScope; ; await setImmediate()) {
    const some = await rows.limit(CHUNK).execute();
    for (const row of some) all.push(row);
    const last = some.at(-1);
    if (!last || some.length < CHUNK) return { all, since: new Map() };
    rows = inScope.where((eb) => eb(eb.refTuple('ctime', 'domain_id'), '<', eb.tuple(last.ctime, last.domain_id)));
  }
}

async function readChanged(db: Db, scope: Scope, { all, since }: Searchable, known: number): Promise<Searchable> {
  const changed = await changedIds(db, scope, known);
  const next = new Map(since);
  for (let start = 0; start < changed.length; start += CHUNK) {
    const some = changed.slice(start, start + CHUNK);
    for (const domain_id of some) next.set(domain_id, undefined);
    // A domain keeps its owner, whom its changes name, so these are in the scope.
    for (const row of await select(db).where('domain_id', 'in', some).execute()) next.set(row.domain_id, row);
  }
  return next.size > CHUNK ? { all: rowsOf({ all, since: next }, () => true), since: new Map() } : { all, since: next };
}

function rowsOf({ all, since }: Searchable, isWanted: (row: Searched) => boolean): Searched[] {
  const changed = [...since.values()].filter((row) => row !== undefined);
  return [...all.filter((row) => isWanted(row) && !since.has(row.domain_id)), ...changed.filter(isWanted)];
}

/**
 * What a caller may search. Ten thousand texts are searched in memory in less than a millisecond; the store
 * would read them all from its pages at every search.
 */
export const searchedDomains = (db: Db) =>
  rememberedByScope<Searchable>(db, {
    read: readAll,
    renew: readChanged,
    size: REMEMBERED,
    sizeOf: ({ all, since }) => all.length + since.size + 1,
  });

/** Ids of those with `keyword` in the name, also in its Unicode form, or in the asset name, in any case; newest first. */
export function search(searchable: Searchable, keyword: string, audit_status?: number): string[] {
  const wanted = foldCase(keyword);
  const isWanted = (row: Searched) =>
    row.search.includes(wanted) && (audit_status === undefined || row.audit_status === audit_status);
  const rows = rowsOf(searchable, isWanted).sort(newestFirst);
  return rows.map((row) => row.domain_id);
}
