import type { Attack, Target } from '../attack';

const SETS = '/api/guard/bwlist/sets';
const ADDRESSES = 10_000;
const AT_ONCE = 16;
const LISTS = ['/api/guard/domains', '/api/guard/policies', '/api/guard/certs', '/api/guard/rules/search', SETS];

async function fill(target: Target): Promise<string> {
  const set = await target.call('POST', SETS, { as: 'acme-root', body: { name: 'Crawled', ip_set_type: 1 } });
  const path = `${SETS}/${set.body.data.id}/ips`;
  const ips = Array.from({ length: ADDRESSES }, (_, i) => ({ ip_addr: `10.7.${i >> 8}.${i & 255}` }));
  await target.call('POST', `${path}/batch`, { as: 'acme-root', body: { ips } });
  return path;
}

export const attack: Attack = {
  name: 'configuration-crawl',
  promises:
    'Whoever reads the whole configuration page by page and as files, many times at once, keeps nobody waiting.',
  async run(target) {
    const ips = await fill(target);
    const crawl = async (_: unknown, sender: number) => {
      for (let page = 1 + sender; target.goesOn(); page += AT_ONCE) {
        const paths = LISTS.map((path) => `${path}?size=100&page=${1 + (page % 5)}`);
        for (const path of [...paths, `${ips}?size=100&page=${1 + (page % 100)}`, `${ips}/export?format=csv`]) {
          target.expectAnswer(await target.call('GET', path, { as: 'acme-root' }), [200], path.split('?')[0] ?? path);
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, crawl));
  },
};
