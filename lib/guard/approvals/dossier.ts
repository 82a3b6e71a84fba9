import { LRUCache } from 'lru-cache';
import type { Ctx } from '@/lib/api/context';
import { covers } from '@/lib/guard/certs/coverage';
import { listDomainCerts, namesOf } from '@/lib/guard/certs/repository';
import { requireDomain } from '@/lib/guard/domains/locked';
import { readSettings } from '@/lib/guard/domains/repository';
import { originsOf } from '@/lib/guard/domains/settings';
import { drawnAs } from '@/lib/guard/domains/site';
import type { DomainRow } from '@/lib/guard/domains/tables';
import { findPolicy } from '@/lib/guard/policies/repository';
import type { Probed, Verified } from '@/lib/guard/probes/contract';
import { checkDomain } from '@/lib/guard/probes/service';
import { ownerOf } from '@/lib/queues/owner';
import type { Dossier } from './contract';
import * as repository from './repository';

const LISTED = 10;

/** What the store knows of a domain that waits for a decision. Throws not_found. */
export async function readDossier(ctx: Ctx, domain_id: string): Promise<Dossier> {
  const { db, scope } = ctx;
  const row = await requireDomain(ctx, domain_id);
  const ofOwner = { oem_id: row.oem_id, tier: 'user', user_id: row.user_id } as const;
  const [settings, policy, counts, certificates, owner_domains, elsewhere, same_site, look_alikes, decisions] =
    await Promise.all([
      readSettings(db, domain_id),
      findPolicy(db, scope, row.policy_id),
      ctx.runtime.domainCounts(ctx.db, ofOwner),
      listDomainCerts(db, domain_id),
      repository.latestOf(db, scope, row.user_id, domain_id),
      repository.countElsewhere(db, row.oem_id, row.domain),
      readSameSite(ctx, row),
      repository.lookAlikes(db, scope, row.root_id, row.domain),
      repository.listDecisions(db, domain_id),
    ]);
  const names = await namesOf(
    db,
    certificates.map(({ id }) => id),
  );
  return {
    origins: originsOf(settings).services.flatMap((service) => service.sources),
    policy: { policy_id: row.policy_id, name: policy?.name ?? '' },
    owner: await repository.readOwner(db, row.user_id, counts),
    owner_domains,
    elsewhere,
    same_site,
    drawn_as: drawnAs(row.domain),
    look_alikes,
    certificates: certificates.map(({ id, name, expired_at }) => ({
      ...{ id, name, expired_at },
      covers: covers(names.get(id) ?? [], row.domain),
    })),
    decisions,
  };
}

/** Other accounts' names above this one, up to two labels, and below it. */
async function readSameSite({ db, scope }: Ctx, { domain, root_id }: { domain: string; root_id: string }) {
  const name = domain.replace(/^\*\./, '');
  const labels = name.split('.');
  const above = labels.slice(0, -1).flatMap((_, i) => {
    const parent = labels.slice(i).join('.');
    return [parent, `*.${parent}`];
  });
  const [over, under] = await Promise.all([
    repository.namesakes(db, scope, root_id, above),
    repository.below(db, scope, root_id, name),
  ]);
  const all = new Map([...over, ...under].map((other) => [other.domain_id, other]));
  return [...all.values()].slice(0, LISTED);
}

/** What the network says of a domain. */
type Findings = { origins: Probed[]; verified: Verified };

const KEPT_MS = 30_000;
const TRIED = 20;

/** What findings take at most: of each origin its name, what three steps said, and the objects; beside it the CNAME. */
const ORIGIN_BYTES = 2_500;
const FINDINGS_BYTES = (TRIED + 1) * ORIGIN_BYTES;
/** Of all findings that are kept. */
const MOST_BYTES = 16 << 20;

/** Findings of the last half minute: walking through the queue must not turn into a stream of probes. */
const findings = new LRUCache<string, Promise<Findings>>({
  max: Math.floor(MOST_BYTES / FINDINGS_BYTES),
  ttl: KEPT_MS,
});

/** Tries a domain's origins and its CNAME. Throws not_found. */
export async function probe(ctx: Ctx, domain_id: string): Promise<Findings> {
  const row = await requireDomain(ctx, domain_id);
  const key = `${domain_id} ${row.utime}`;
  const known = findings.get(key);
  if (known) return known;
  const found = runProbes(ctx, row);
  findings.set(key, found);
  found.catch(() => findings.delete(key));
  return found;
}

async function runProbes(ctx: Ctx, row: DomainRow): Promise<Findings> {
  const settings = await readSettings(ctx.db, row.domain_id);
  const sources = originsOf(settings).services.flatMap((service) => service.sources);
  const targets = sources.slice(0, TRIED).map(({ ip, port, protocol }) => {
    const origin_protocol = protocol === 'https' ? ('https' as const) : ('http' as const);
    return { domain: row.domain.replace(/^\*\./, ''), protocol: origin_protocol, origin_protocol, host: ip, port };
  });
  // Others may wait for the same findings, so the caller's hanging up ends nothing.
  const [origins, verified] = await Promise.all([
    ctx.runtime.prober.precheck(ownerOf(ctx), targets),
    checkDomain(ctx, row),
  ]);
  return { origins, verified };
}
