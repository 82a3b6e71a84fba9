import type { Ctx } from '@/lib/api/context';
import { behalfOf } from '@/lib/db/caller-db';
import { chunks, groupedBy } from '@/lib/db/grouped';
import type { Db, Tx } from '@/lib/db/store';
import { lockDomains, settingsOf } from '@/lib/guard/domains/repository';
import type { DomainRow } from '@/lib/guard/domains/tables';
import { drainingNodes } from '@/lib/guard/fleet/seen';
import { withFreePorts } from '@/lib/guard/forwards/ports';
import { tidyGroups } from '@/lib/guard/origin-groups/members';
import { customised } from '@/lib/guard/origin-groups/repository';
import * as repository from './repository';

/** Domains of one part; each step is one statement for all of them. */
const CHUNK = 20;

export type Difference = { added: string[]; removed: string[] };
export type Aligned = Difference & { domain: DomainRow };

type PoolOf = (domain: repository.Owned) => Promise<string[]>;

/** Those of these domains that have other nodes than their owner's pool, in parts that `align` takes. */
export async function unlike(db: Db, domains: readonly repository.Owned[]): Promise<string[][]> {
  const poolOf = cachedPools(db);
  const found: string[] = [];
  for (const some of chunks(domains, CHUNK)) {
    found.push(...(await differences(db, some, poolOf)).keys());
    await behalfOf(db).nextTurn();
  }
  return chunks(found, CHUNK);
}

/**
 * Gives each of these domains exactly the nodes of its owner's pool, without new ones that are drained or on which one of its forwarded ports is
 * another domain's. Answers what changed, by domain_id.
 */
export async function align(ctx: Ctx, tx: Tx, domain_ids: readonly string[]): Promise<Map<string, Aligned>> {
  if (domain_ids.length === 0) return new Map();
  // Nobody else can change them from here on; what they did before counts, also that one is gone.
  const locked = await lockDomains(tx, ctx.scope, domain_ids);
  const found = await differences(tx, locked, cachedPools(tx));
  const written = found.size > 0 ? await write(tx, found, ctx.now) : found;
  const rows = new Map(locked.map((row) => [row.domain_id, row]));
  return new Map(
    [...written].flatMap(([domain_id, difference]) => {
      const domain = rows.get(domain_id);
      return domain ? [[domain_id, { ...difference, domain }]] : [];
    }),
  );
}

function cachedPools(db: Db): PoolOf {
  const pools = new Map<string, string[]>();
  return async (domain) => {
    const account = `${domain.user_id} ${domain.root_id}`;
    const pool = pools.get(account) ?? (await repository.listPool(db, domain)).map((node) => node.node_id);
    pools.set(account, pool);
    return pool;
  };
}

/** What each domain lacks of its pool or has beyond it; domains that are as they should be are left out. */
async function differences(tx: Db, domains: readonly repository.Owned[], poolOf: PoolOf) {
  const found = new Map<string, Difference>();
  if (domains.length === 0) return found;
  const draining = await drainingNodes(tx);
  const assigned = await repository.assignedTo(
    tx,
    domains.map((domain) => domain.domain_id),
  );
  for (const domain of domains) {
    const pool = await poolOf(domain);
    const present = (assigned.get(domain.domain_id) ?? []).map((node) => node.node_id);
    const added = pool.filter((node_id) => !present.includes(node_id) && !draining.has(node_id));
    const removed = present.filter((node_id) => !pool.includes(node_id));
    if (added.length > 0 || removed.length > 0) found.set(domain.domain_id, { added, removed });
  }
  return found;
}

async function write(tx: Tx, wanted: ReadonlyMap<string, Difference>, utime: number): Promise<Map<string, Difference>> {
  for (const alike of groupedBy([...wanted], ([, { removed }]) => removed.join(' ')).values()) {
    const domain_ids = alike.map(([domain_id]) => domain_id);
    await repository.removeNodes(tx, domain_ids, alike[0]?.[1].removed ?? []);
  }
  const found = await withGivenNodes(tx, wanted);
  await repository.assignNodes(tx, new Map([...found].map(([domain_id, { added }]) => [domain_id, added])));
  const grouped = await customised(tx, [...found.keys()]);
  if (grouped.length === 0) return found;
  const settings = await settingsOf(tx, grouped);
  for (const domain_id of grouped) await tidyGroups(tx, domain_id, settings.get(domain_id) ?? {}, utime);
  return found;
}

/** These differences without the nodes that a domain cannot have for its forwarded ports. */
async function withGivenNodes(tx: Tx, wanted: ReadonlyMap<string, Difference>): Promise<Map<string, Difference>> {
  const bindings = [...wanted].flatMap(([domain_id, { added }]) => added.map((node_id) => ({ domain_id, node_id })));
  const given = groupedBy(await withFreePorts(tx, bindings), ({ domain_id }) => domain_id);
  const found = [...wanted].map(([domain_id, { removed }]): [string, Difference] => {
    return [domain_id, { added: (given.get(domain_id) ?? []).map(({ node_id }) => node_id), removed }];
  });
  return new Map(found.filter(([, { added, removed }]) => added.length + removed.length > 0));
}
