import { setImmediate } from 'node:timers/promises';
import type { Db } from '@/lib/db/store';
import { APPROVED } from './contract';
import { readEpoch } from './epoch';

/** Whose traffic a host's is. */
export type HostOwner = { oem_id: string; domain_id: string };
export type MatchHost = (host: string) => HostOwner | undefined;

type Candidate = HostOwner & { audit_status: number; ctime: number };

/** Rows read at a time, so that a large table does not hold up other requests. */
const CHUNK = 2_000;

/**
 * Finds the domain a host belongs to, over all OEMs and whatever its audit status: the exact name first, then the
 * wildcard one label above (`*.example.com` takes `a.example.com`). Of two OEMs with one name the approved domain
 * wins, then the older one, so that nobody takes over another's traffic by adding its name. Hosts are compared as
 * given: lower case, without port. Ask for the function once per batch; it reads the table only after a change.
 */
export function domainMatcher(db: Db): () => Promise<MatchHost> {
  let known: { epoch: number; match: MatchHost } | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const load = async () => {
    const epoch = await readEpoch(db);
    if (known?.epoch !== epoch) known = { epoch, match: matcherOf(await readDomains(db)) };
    return known.match;
  };
  // One after another: whoever asks during a read gets a state no older than the moment they asked.
  return () => {
    const next = last.then(load, load);
    last = next;
    return next;
  };
}

function matcherOf(byName: ReadonlyMap<string, Candidate>): MatchHost {
  return (host) => {
    const dot = host.indexOf('.');
    const found = byName.get(host) ?? (dot > 0 ? byName.get(`*${host.slice(dot)}`) : undefined);
    return found && { oem_id: found.oem_id, domain_id: found.domain_id };
  };
}

async function readDomains(db: Db): Promise<Map<string, Candidate>> {
  const byName = new Map<string, Candidate>();
  for (let after = ''; ; await setImmediate()) {
    const rows = await db
      .selectFrom('domains')
      .select(['domain_id', 'oem_id', 'domain', 'audit_status', 'ctime'])
      .where('domain_id', '>', after)
      .orderBy('domain_id')
      .limit(CHUNK)
      .execute();
    for (const { domain, ...candidate } of rows) {
      const present = byName.get(domain);
      if (!present || precedes(candidate, present)) byName.set(domain, candidate);
    }
    const last = rows.at(-1);
    if (!last || rows.length < CHUNK) return byName;
    after = last.domain_id;
  }
}

function precedes(a: Candidate, b: Candidate): boolean {
  const approved = Number(b.audit_status === APPROVED) - Number(a.audit_status === APPROVED);
  return (approved || a.ctime - b.ctime || (a.domain_id < b.domain_id ? -1 : 1)) < 0;
}
