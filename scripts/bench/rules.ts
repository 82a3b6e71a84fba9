import type { Tx } from '@/lib/db/store';
import { ruleTable as aclRules } from '@/lib/guard/acl-rules/table';
import { ruleTable as ccRules } from '@/lib/guard/cc-rules/table';
import { insertGroup, ownerOf, writeRules } from '@/lib/guard/waf-groups/repository';
import type { Runtime } from '@/lib/runtime/runtime';
import { addManyDomains } from '@/test/many-domains';
import type { Row } from './main';
import { compareScales, type Site, type Work } from './scales';

const AS = 'acme-root';
const FEW = 100;
const MANY = 10_000;
const PER_POLICY = 200;
const SEARCH = '/api/guard/rules/search';
const LIMIT = { limit: { threshold: 100, period: 60 } };
let n = 0;

const WORKS: Work[] = [
  { name: 'First page of all rules', as: AS, path: SEARCH },
  { name: 'Last page of all rules', as: AS, path: `${SEARCH}?page={last}` },
  { name: 'Rules that are disabled', as: AS, path: `${SEARCH}?enabled=false` },
  { name: 'ACL rules alone', as: AS, path: `${SEARCH}?kind=acl` },
  { name: 'Rules of one policy', as: AS, path: `${SEARCH}?policy_id={policy}` },
  { name: 'A keyword without a match', as: AS, path: `${SEARCH}?keyword=nowhere` },
  { name: 'A keyword with one match', as: AS, path: `${SEARCH}?keyword={rare}` },
  { name: 'A keyword that all have', as: AS, path: `${SEARCH}?keyword=%2Fshop` },
];

const ruleOf = (i: number) => ({
  name: `Rule ${i}`,
  describe: i % 3 === 0 ? `Asked for by team ${i % 17}` : '',
  matches: [{ field: 'path' as const, op: 'prefix' as const, data: `/shop/${i}/` }],
  action: { action_type: 'monitor' as const, content: '', duration: 0 },
});

/** Half are CC rules, four of ten ACL rules, the rest WAF groups; every fifth is disabled. */
async function addRule(tx: Tx, policy_id: string, i: number): Promise<void> {
  const [rule, off] = [ruleOf(i), i % 5 === 0];
  const time = Date.now() - i * 1000;
  const stamps = { stime: 0, etime: 0, ctime: time, utime: time };
  if (i % 10 < 9) {
    const status = off ? 2 : 1;
    if (i % 2 === 0) await ccRules.insert(tx, policy_id, { ...rule, ...LIMIT, ...stamps, stats: {}, status });
    else await aclRules.insert(tx, policy_id, { ...rule, ...stamps, status });
    return;
  }
  const { name, describe } = rule;
  const group = { ...{ name, describe, waf_type: 1, sub_rule_condition: 0, scope: '', action: 1, status: 2 } };
  const fields = { ...group, ctime: time, utime: time };
  const tag = await insertGroup(tx, await ownerOf(tx, policy_id), fields, new Set());
  const sub = { zone: 'URL', sub_field: '', pattern_type: 3, pattern: `/shop/${i}/`, describe: '', is_not: false };
  await writeRules(tx, tag, [{ ...sub, ctime: time, utime: time }]);
}

async function seed({ store }: Runtime, count: number): Promise<void> {
  const policies = Math.ceil(count / PER_POLICY);
  await addManyDomains(store, [{ user_name: AS, domains: policies, policies, certs: 0 }]);
  await store.transaction(async (tx) => {
    const found = tx.selectFrom('policies').select('policy_id').where('name', 'like', `Policy % of ${AS}`);
    const rows = await found.execute();
    for (let i = 0; i < count; i++) await addRule(tx, rows[i % rows.length]?.policy_id ?? '', i);
  });
}

async function names(site: Site, count: number): Promise<Record<string, string>> {
  const { data } = await site.send('GET', AS, `${SEARCH}?kind=cc&size=1`);
  const [{ policy_id, id }] = data.list;
  return { policy: policy_id, rule: String(id), rare: `%2Fshop%2F${count - 2}%2F`, last: String(count / 20) };
}

/** A search over ten thousand rules against one over a hundred, on both stores, a rule changed before each answer. */
export const benchRules = (): Promise<Row[]> =>
  compareScales({
    ...{ name: 'rules', few: FEW, many: MANY, rounds: 21, target: '<= 6 of a hundred rules' },
    ...{ works: WORKS, seed, names },
    between: {
      ...{ name: 'Changing a rule', as: AS, path: '/api/guard/policies/{policy}/cc/rules/{rule}', method: 'PUT' },
      body: () => ({ ...ruleOf(0), ...LIMIT, name: `Changed ${n++}` }),
    },
  });
