import { setImmediate } from 'node:timers/promises';
import type { Db } from '@/lib/db/store';
import { changedNames, missedSince } from './changes';
import { APPROVED } from './contract';

/** Whose traffic a host's is. */
export type HostOwner = { oem_id: string; domain_id: string };
export type MatchHost = (host: string) => HostOwner | undefined;

type Candidate = HostOwner & { domain: string; audit_status: number; ctime: number };
type ByName = Map<string, Candidate>;

/** Rows read at a time, so that a large table does not hold up other requests. */
const CHUNK = 1_000;

/**
 * Finds the domain a host belongs to, over all OEMs and whatever its audit status: the exact name first, then the
 * wildcard one label above (`*.example.com` takes `a.example.com`). Of two OEMs with one name the approved domain
 * wins, then the older one, so that nobody takes over another's traffic by adding its name. Hosts are compared as
 * given: lower case, without port. Ask for the function once per batch: it reads what changed, all of it only once.
 */
export function domainMatcher(db: Db): () => Promise<MatchHost> {
  let byName: ByName = new Map();
  let known: number | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const match = (host: string) => find(byName, host);
  const refresh = async () => {
    const { epoch, isTooMuch } = await missedSince(db, known);
    if (known === undefined || isTooMuch) byName = await readAll(db);
    else if (known !== epoch) await readChanged(db, byName, known);
    known = epoch;
    return match;
  };
  // One after another: whoever asks during a read gets a state no older than the moment they asked.
  return () => {
    const next = last.then(refresh, refresh);
    last = next;
    return next;
  };
}

function find(byName: ByName, host: string): HostOwner | undefined {
  const dot = host.indexOf('.');
  const found = byName.get(host) ?? (dot > 0 ? byName.get(`*${host.slice(dot)}`) : undefined);
  return found && { oem_id: found.oem_id, domain_id: found.domain_id };
}

async function readAll(db: Db): Promise<ByName> {
  const byName: ByName = new Map();
  for (let after = ''; ; await setImmediate()) {
    const rows = await select(db).where('domain_id', '>', after).orderBy('domain_id').limit(CHUNK).execute();
    add(byName, rows);
    const last = rows.at(-1);
    if (!last || rows.length < CHUNK) return byName;
    after = last.domain_id;
  }
}

/** Brings the names that changed up to date; the names of deleted domains go. */
async function readChanged(db: Db, byName: ByName, known: number): Promise<void> {
  const names = await changedNames(db, known);
  for (let start = 0; start < names.length; start += CHUNK) {
    const some = names.slice(start, start + CHUNK);
    const rows = await select(db).where('domain', 'in', some).execute();
    for (const name of some) byName.delete(name);
    add(byName, rows);
  }
}

const select = (db: Db) => db.selectFrom('domains').select(['domain_id', 'oem_id', 'domain', 'audit_status', 'ctime']);

function add(byName: ByName, candidates: readonly Candidate[]): void {
  for (const candidate of candidates) {
    const present = byName.get(candidate.domain);
    if (!present || precedes(candidate, present)) byName.set(candidate.domain, candidate);
  }
}

function precedes(a: Candidate, b: Candidate): boolean {
  const approved = Number(b.audit_status === APPROVED) - Number(a.audit_status === APPROVED);
  return (approved || a.ctime - b.ctime || (a.domain_id < b.domain_id ? -1 : 1)) < 0;
}
