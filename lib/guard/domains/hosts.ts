import { behalfOf } from '@/lib/db/caller-db';
import { chunks } from '@/lib/db/grouped';
import type { Db } from '@/lib/db/store';
import { APPROVED } from './contract';

/** Whose traffic a host's is. */
export type HostOwner = { oem_id: string; domain_id: string };

type Candidate = HostOwner & { domain: string; audit_status: number; ctime: number };

/** Names asked for at a time, so that a batch of very many hosts does not hold up other requests. */
const NAMES = 500;

/** What a stored name looks like; the store is asked for no other. */
const POSSIBLE = /^[!-~]{1,253}$/;

/**
 * The domains hosts belong to, in their order, over all OEMs and whatever the audit status: the exact name first, then the
 * wildcard one label above (`*.example.com` takes `a.example.com`). Of two OEMs with one name the approved domain
 * wins, then the older one, so that nobody takes over another's traffic by adding its name. Hosts are compared as given:
 * lower case, without port. Nothing is kept between two calls, however many domains there are.
 */
export async function ownersOfHosts(db: Db, hosts: readonly string[]): Promise<(HostOwner | undefined)[]> {
  const names = new Set(hosts.flatMap((host) => [host, wildcardOf(host)]).filter((name) => POSSIBLE.test(name)));
  const byName = new Map<string, Candidate>();
  for (const some of chunks([...names], NAMES)) {
    const rows = db.selectFrom('domains').select(['domain_id', 'oem_id', 'domain', 'audit_status', 'ctime']);
    for (const row of await rows.where('domain', 'in', some).execute()) {
      const other = byName.get(row.domain);
      if (!other || precedes(row, other)) byName.set(row.domain, row);
    }
    await behalfOf(db).nextTurn();
  }
  return hosts.map((host) => {
    const found = byName.get(host) ?? byName.get(wildcardOf(host));
    return found && { oem_id: found.oem_id, domain_id: found.domain_id };
  });
}

/** The wildcard that takes a host; empty where none can. */
function wildcardOf(host: string): string {
  const dot = host.indexOf('.');
  return dot > 0 ? `*${host.slice(dot)}` : '';
}

function precedes(a: Candidate, b: Candidate): boolean {
  const approved = Number(b.audit_status === APPROVED) - Number(a.audit_status === APPROVED);
  return (approved || a.ctime - b.ctime || (a.domain_id < b.domain_id ? -1 : 1)) < 0;
}
