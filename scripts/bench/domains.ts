import type { Runtime } from '@/lib/runtime/runtime';
import { addManyDomains } from '@/test/many-domains';
import type { Row } from './main';
import { compareScales, type Site, type Work } from './scales';

const FEW = 10;
const READS_MANY = 'a few ms more';
const LIST = `/api/guard/domains?size=${FEW}`;
let n = 0;

const WORKS: Work[] = [
  { name: 'First page of the list', as: 'acme-root', path: LIST },
  { name: 'Last page of the list', as: 'acme-root', path: `${LIST}&page={last}` },
  { name: 'The list by audit status', as: 'acme-root', path: `${LIST}&audit_status=4` },
  { name: 'The list of platform staff', as: 'acme-support', path: LIST },
  { name: 'A search without a match', as: 'acme-root', path: `${LIST}&keyword=nowhere` },
  { name: 'A search with a rare match', as: 'acme-root', path: `${LIST}&keyword=asset%206,` },
  { name: 'A search that finds all', as: 'acme-root', path: `${LIST}&keyword=acme-root` },
  { name: 'The approval queue', as: 'acme-support', path: `/api/guard/approvals/queue?size=${FEW}` },
  // Half of the tenant's names belong to one site, all of which look like the one that is judged.
  { name: 'A dossier', as: 'acme-support', path: '/api/guard/approvals/{waiting}', target: READS_MANY },
  { name: 'A domain', as: 'acme-root', path: '/api/guard/domains/{domain}' },
  // The first of them is bound to half of the tenant's domains, which are counted.
  {
    ...{ name: 'Certificates, the first to expire first', as: 'acme-root', target: READS_MANY },
    path: `/api/guard/certs/expiring?size=${FEW}`,
  },
  {
    ...{ name: 'Changing a domain', as: 'acme-root', path: '/api/guard/domains/{domain}', method: 'PUT' },
    body: () => ({ asset_name: `Changed ${n++}` }),
  },
];

async function seed({ store }: Runtime, count: number): Promise<void> {
  await addManyDomains(store, [
    { user_name: 'acme-root', domains: count, policies: Math.min(count, 50), certs: Math.max(FEW, count / 10) },
    { user_name: 'acme-other', domains: Math.max(FEW, count / 40), policies: 2, certs: 1 },
  ]);
}

async function names(site: Site): Promise<Record<string, string>> {
  const { data } = await site.send('GET', 'acme-root', `${LIST}&page=1`);
  const waiting = await site.send('GET', 'acme-support', '/api/guard/approvals/queue?size=1');
  return {
    last: String(Math.max(1, Math.ceil(data.total / FEW))),
    waiting: waiting.data.list[0].domain_id,
    domain: data.list[0].domain_id,
  };
}

/** A tenant with ten thousand domains against one with ten, on both stores. */
export const benchDomains = (): Promise<Row[]> =>
  compareScales({
    ...{ name: 'domains', few: FEW, many: 10_000, rounds: 41, target: '<= 1.5 of ten domains' },
    ...{ works: WORKS, seed, names },
    between: {
      ...{ name: 'Renaming a domain', as: 'acme-root', path: '/api/guard/domains/{domain}', method: 'PUT' },
      body: () => ({ asset_name: `Round ${n++}` }),
    },
  });
