import { createHash } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { searchText } from '@/lib/db/dialect';
import type { Store, Tx } from '@/lib/db/store';
import type { Tables } from '@/lib/db/tables';
import { APPROVED, IN_REVIEW, REJECTED, UNAUDITED } from '@/lib/guard/domains/contract';
import { DEFAULT_GROUP } from '@/lib/guard/domains/repository';
import { newSettings, originAddresses } from '@/lib/guard/domains/settings';
import { siteSkeleton } from '@/lib/guard/domains/site';
import type { DomainRow } from '@/lib/guard/domains/tables';

/** What one user has. */
export type Holding = { user_name: string; domains: number; policies: number; certs: number };

const DAY = 86_400_000;
const YEARS = 730 * DAY;
/** Six of ten are approved, one is rejected, three wait. */
const STATES = [APPROVED, UNAUDITED, APPROVED, APPROVED, IN_REVIEW, APPROVED, REJECTED, APPROVED, UNAUDITED, APPROVED];
const HOSTS = ['www', 'api', 'shop', 'static'];
const WORDS = ['garden', 'harbour', 'copper', 'meadow', 'lantern', 'willow', 'summit', 'pepper'];
/** As long as a chain of two certificates, and a sealed key; nothing opens them. */
const CHAIN = 'MIIB'.repeat(900);
const SEALED = 'c2Vh'.repeat(500);

type Owner = { user_id: string; root_id: string; oem_id: string; user_name: string };

/** Writes rows in as few statements as both stores take. */
async function insert<T extends keyof Tables>(tx: Tx, table: T, rows: readonly object[]): Promise<void> {
  const size = Math.floor(30_000 / Math.max(1, Object.keys(rows[0] ?? {}).length));
  for (let from = 0; from < rows.length; from += size) {
    await tx
      .insertInto(table)
      .values(rows.slice(from, from + size) as never)
      .execute();
  }
}

async function findOwner(tx: Tx, user_name: string): Promise<Owner> {
  const user = await tx
    .selectFrom('users')
    .select(['user_id', 'first_id', 'oem_id', 'user_name'])
    .where('user_name', '=', user_name)
    .executeTakeFirstOrThrow();
  const { first_id, ...owner } = user;
  return { ...owner, root_id: first_id || user.user_id };
}

async function addPolicies(tx: Tx, { user_name, ...owner }: Owner, count: number): Promise<string[]> {
  const now = Date.now();
  const rows = Array.from({ length: count }, (_, i) => {
    const name = `Policy ${i} of ${user_name}`;
    return {
      policy_id: uuid(),
      ...owner,
      name,
      comment: '',
      search: searchText(name),
      default_main_rule_version: 'OWASP_CRS/3.3.4',
      is_default: 0,
      schema_id: '1',
      ctime: now - YEARS + i,
      utime: now - YEARS + i,
    };
  });
  await insert(tx, 'policies', rows);
  return rows.map((row) => row.policy_id);
}

/** Half are hosts of sites of their own, half are below one site, as a shop system names its customers. */
const nameOf = (i: number, owner: string): string =>
  i % 2 === 0
    ? `${HOSTS[(i / 2) % 4]}.${WORDS[(i / 2) % 7]}-${WORDS[(i / 8) & 7]}${i >> 3}-${owner}.example`
    : `${WORDS[i & 7]}${i}-${owner}.stores.example`;

async function addDomains(tx: Tx, owner: Owner, count: number, policies: readonly string[]): Promise<DomainRow[]> {
  const { user_name, ...owned } = owner;
  const oldest = Date.now() - YEARS;
  const rows = Array.from({ length: count }, (_, i): DomainRow => {
    const domain = nameOf(i, user_name);
    const asset_name = i % 3 === 0 ? `Asset ${i}, team ${i % 17}` : '';
    const ctime = oldest + Math.floor((i / count) * (YEARS - DAY));
    const audit_status = STATES[i % STATES.length] ?? APPROVED;
    return {
      domain_id: uuid({ msecs: ctime }),
      ...owned,
      domain,
      asset_name,
      search: searchText(domain, asset_name),
      skeleton: siteSkeleton(domain),
      policy_id: policies[i % policies.length] ?? '',
      cname: `d${createHash('sha1').update(domain).digest('hex').slice(0, 20)}.edge.parapet.example`,
      auto_cert: 0,
      mode: 1,
      audit_status,
      waits_since: audit_status === UNAUDITED || audit_status === IN_REVIEW ? ctime : 0,
      ctime,
      utime: ctime + Math.floor(i % 97) * 60_000,
    };
  });
  await insert(tx, 'domains', rows);
  return rows;
}

/** Everything that creating, judging and giving nodes writes beside the domain itself. */
async function addParts(tx: Tx, rows: readonly DomainRow[], node_ids: readonly string[]): Promise<void> {
  const settings = rows.map((_, i) =>
    newSettings([
      { addr: `198.51.${i % 100}.${i % 251}`, port: 443, protocol: 'https', weight: 1 },
      { addr: `198.51.${i % 100}.${(i + 1) % 251}`, port: 443, protocol: 'https', weight: 2 },
    ]),
  );
  await insert(
    tx,
    'domain_settings',
    rows.flatMap(({ domain_id }, i) =>
      Object.entries(settings[i] ?? {}).map(([key, value]) => ({ domain_id, key, value })),
    ),
  );
  await insert(
    tx,
    'domain_origins',
    rows.flatMap(({ domain_id, user_id }, i) =>
      originAddresses(settings[i] ?? {}).map((ip) => ({ user_id, ip, domain_id })),
    ),
  );
  await insert(
    tx,
    'origin_groups',
    rows.map(({ domain_id, utime }) => ({ domain_id, name: DEFAULT_GROUP, is_default: 1, utime })),
  );
  await insert(
    tx,
    'domain_nodes',
    rows.flatMap(({ domain_id }) => node_ids.map((node_id) => ({ domain_id, node_id, lock_status: 1, enabled: 0 }))),
  );
  const judged = rows.filter((row) => row.audit_status !== UNAUDITED);
  const reason = JSON.stringify({ 'zh-CN': '', 'en-US': '' });
  await insert(
    tx,
    'domain_decisions',
    judged.map(({ domain_id, audit_status, utime }) => ({
      ...{ domain_id, audit_status, reason, actor_name: 'acme-support', ctime: utime },
    })),
  );
  const released = rows.filter((row) => row.audit_status === APPROVED);
  const artefacts = released.map(({ domain_id, domain, utime }) => ({
    ...{ kind: 'domain', object_id: domain_id, number: 1, hash: 'h', label: domain, ctime: utime },
    content: JSON.stringify({ domain_id, domain, settings: settings[0], node_ids }),
  }));
  await insert(tx, 'artefacts', artefacts);
  await insert(
    tx,
    'artefact_heads',
    artefacts.map(({ label: _, content: __, ...head }) => ({ ...head, artefact_id: 0 })),
  );
}

/** One certificate for every tenth domain, and the first one for the whole shop system. */
async function addCerts(tx: Tx, owner: Owner, rows: readonly DomainRow[], count: number): Promise<void> {
  if (count === 0) return;
  const { user_name, ...owned } = owner;
  const now = Date.now();
  const certs = Array.from({ length: count }, (_, i) => {
    const names = i === 0 ? ['*.stores.example'] : rows.slice(i * 10, i * 10 + 10).map((row) => row.domain);
    const name = `Certificate ${i} of ${user_name}`;
    return {
      ...owned,
      name,
      search: searchText(name, names[0]),
      certificate_type: 1,
      common_name: names[0] ?? 'unused.example',
      issuer: 'Example CA',
      expired_at: now + ((i * 37) % 400) * DAY - 20 * DAY,
      auto_cert: 0,
      names: JSON.stringify(names),
      listed_names: JSON.stringify(names),
      name_count: names.length,
      ...{ cert: CHAIN, sign_cert: '', sealed_key: SEALED, sealed_sign_key: '', ctime: now - i, utime: now - i },
    };
  });
  await insert(tx, 'certificates', certs);
  const { first } = await tx
    .selectFrom('certificates')
    .select((eb) => eb.fn.min<number>('id').as('first'))
    .where('user_id', '=', owner.user_id)
    .executeTakeFirstOrThrow();
  const bindings = rows.flatMap(({ domain, domain_id, ctime }, i) => {
    if (domain.endsWith('.stores.example')) return [{ cert_id: Number(first), domain_id, ctime }];
    const at = Math.floor(i / 10);
    return at > 0 && at < count ? [{ cert_id: Number(first) + at, domain_id, ctime }] : [];
  });
  await insert(tx, 'certificate_bindings', bindings);
}

/**
 * Fills a store with domains of these users, in every state and of every age, complete as creating and judging them one
 * by one would leave them, but for their audit rows and revisions. Fast enough for a test: ten thousand take seconds.
 */
export async function addManyDomains(store: Store, holdings: readonly Holding[]): Promise<void> {
  await store.transaction(async (tx) => {
    for (const { user_name, domains, policies, certs } of holdings) {
      const owner = await findOwner(tx, user_name);
      const rows = await addDomains(tx, owner, domains, await addPolicies(tx, owner, policies));
      const allotted = await tx
        .selectFrom('allocations')
        .select('node_id')
        .where('user_id', '=', owner.root_id)
        .execute();
      await addParts(
        tx,
        rows,
        allotted.map((row) => row.node_id),
      );
      await addCerts(tx, owner, rows, certs);
    }
    // Further than anybody's memory of the domains reaches, so that whoever has one reads them anew.
    await tx
      .insertInto('domain_epoch')
      .values({ one: 1, epoch: 1_000_000 })
      .onConflict((c) => c.column('one').doUpdateSet((eb) => ({ epoch: eb('domain_epoch.epoch', '+', 1_000_000) })))
      .execute();
  });
}
