import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { routes } from '@/lib/api/registry';
import { Openssl } from '@/lib/guard/certs/testing';
import { type Domains, startDomains } from '@/lib/guard/domains/testing';
import { REQUIRED_QUERY } from './required-query';

const SEARCHED = ['search', 'skeleton'];

/** Columns that are secret, or as long as what somebody gave; no list shows one. */
const SHOWN_BY_NONE = [
  ...['password_hash', 'user_key', 'secret_hash', 'sealed_key', 'sealed_sign_key', 'cert', 'sign_cert'],
  'content',
  ...SEARCHED,
];

let world: Domains;
let domain_id: string;
const openssl = new Openssl();

beforeAll(async () => {
  world = await startDomains();
  domain_id = await world.created('acme-root', 'www.example.com');
  await world.created('acme-root', 'api.example.com');
  const { cert, key } = openssl.pair({ names: ['www.example.com'] });
  const body = { name: 'Site', cert, key };
  const made = await world.call('POST', '/api/guard/certs', { as: 'acme-root', body });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  await world.call('POST', `/api/guard/certs/${made.body.data.id}/bind`, { as: 'acme-root', body: { domain_id } });
  const issued = { name: 'Reports', scopes: ['sys.user.list'], expires_in_days: 1 };
  const key_made = await world.call('POST', '/api/sys/api-keys', { as: 'acme-root', body: issued });
  expect(key_made.status, JSON.stringify(key_made.body)).toBe(201);
  await world.judge('acme-support', domain_id, 4);
});
afterAll(async () => {
  openssl.close();
  await world.close();
});

/** Lists of the API, by the paths under which this test calls them. */
function lists(): string[] {
  const fields = (query: unknown) => (query as { shape?: object } | undefined)?.shape ?? {};
  const paged = routes.filter(({ endpoint }) => endpoint.method === 'GET' && 'size' in fields(endpoint.query));
  const paths = paged.map(({ endpoint }) => endpoint.path.replace('{id}', domain_id));
  return [...paths, '/api/guard/approvals/holds', '/api/guard/approvals/queue', `/api/guard/approvals/${domain_id}`]
    .filter((path) => !path.includes('{'))
    .map((path) => (path in REQUIRED_QUERY ? `${path}?${REQUIRED_QUERY[path]}` : path));
}

it('lists read no column that they do not show', async () => {
  const read = new Set<string>();
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      for (const column of Object.keys(result.rows[0] ?? {})) read.add(column);
      return result;
    },
  };
  // Who the caller is, is known by then, and read from the store no more.
  for (const as of ['acme-root', 'acme-support']) await world.call('GET', '/api/sys/users', { as });
  const store = world.runtime.store as { read: Domains['db'] };
  const plain = store.read;
  store.read = plain.withPlugin(plugin);
  try {
    for (const path of lists()) {
      for (const as of ['acme-root', 'acme-support']) {
        read.clear();
        const { status } = await world.direct('GET', path, { as });
        expect([200, 403, 404], `${path} as ${as}`).toContain(status);
        // Whose list it is, is read as it is; releases say what changed, and compare at most 8 KB of each for it.
        const isOfDomain = path.includes(domain_id);
        const allowed = [...(isOfDomain ? SEARCHED : []), ...(path.endsWith('/releases') ? ['content'] : [])];
        const found = SHOWN_BY_NONE.filter((column) => read.has(column) && !allowed.includes(column));
        expect(found, `${path} as ${as}, of ${[...read].join(', ')}`).toEqual([]);
      }
    }
  } finally {
    store.read = plain;
  }
});
