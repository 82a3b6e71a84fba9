import type { Row } from './main';
import { compareScales, type Site, type Work } from './scales';

const AS = 'acme-root';
const LISTS = '/api/guard/bwlist';
const SETS = `${LISTS}/sets`;
const BATCH = 10_000;
const FEW = 1_000;
const MANY = Number(process.env.LIST_ADDRESSES ?? 1_000_000);
const IPS = `${SETS}/{list}/ips`;
let added = 0;

/** Address number `n` below a prefix of eight bits, and another one for each `n`. */
const address = (prefix: number, n: number) => `${prefix}.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
const batch = (count: number, next: (i: number) => string) => ({
  ips: Array.from({ length: count }, (_, i) => ({ ip_addr: next(i) })),
});

const WORKS: Work[] = [
  { name: 'First page of a list', as: AS, path: `${IPS}?size=100` },
  { name: 'A page in its middle', as: AS, path: `${IPS}?size=100&page={middle}` },
  { name: 'Addresses with a text in them', as: AS, path: `${IPS}?keyword=10.0.1.7`, target: 'a few ms more' },
  { name: 'Which lists contain an address', as: AS, path: `${LISTS}/search?ip=10.0.0.77` },
  { name: 'The list of lists', as: AS, path: SETS },
  {
    ...{ name: 'Adding 10,000 in one call', as: AS, method: 'POST', path: `${IPS}/batch`, target: '<= 2,000 ms' },
    body: () => batch(BATCH, () => address(12, added++)),
  },
];

async function names(site: Site, count: number): Promise<Record<string, string>> {
  const policy = await site.send('POST', AS, '/api/guard/policies', { name: `With a list of ${count}` });
  const set = { name: `List of ${count}`, ip_set_type: 1, policy_id: policy.data.policy_id };
  const { data } = await site.send('POST', AS, SETS, set);
  const list = String(data.id);
  for (let from = 0; from < count; from += BATCH) {
    const body = batch(Math.min(BATCH, count - from), (i) => address(10, from + i));
    await site.send('POST', AS, `${SETS}/${list}/ips/batch`, body);
  }
  return { list, middle: String(Math.max(1, Math.floor(count / 200))) };
}

/** A list of a million addresses against one of a thousand, on both stores. */
export const benchLists = (): Promise<Row[]> =>
  compareScales({
    ...{ name: 'lists', few: FEW, many: MANY, rounds: 15, target: 'a few ms more', works: WORKS, names },
    between: {
      ...{ name: 'One address added', as: AS, method: 'POST', path: IPS },
      body: () => ({ ip_addr: address(11, added++) }),
    },
  });
