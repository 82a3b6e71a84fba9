import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { newSettings } from '@/lib/guard/domains/settings';
import { FIELDS, keyOf } from './documents';
import type { Entry, Fields, Kind } from './entry';
import { readFolder } from './read-files';
import { filesFrom, writeFolder } from './write-files';

const folder = mkdtempSync(path.join(tmpdir(), 'parapet-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ORIGINS = ['192.0.2.1', '192.0.2.2', 'origin.example.net'];
const NODES = ['hk-1', 'fra-1', 'sgp-1', 'a: b'];
const settings = Object.fromEntries(
  Object.entries(newSettings(ORIGINS.map((addr) => ({ addr, port: 80, protocol: 'http', weight: 1 })))).map(
    ([key, text]) => {
      const { services, ...said } = JSON.parse(text);
      return [key, services ? { services: services.map(({ sources }: Fields) => ({ sources })) } : said];
    },
  ),
);

/** Names that YAML could take for something else, or that need quoting. */
const name = fc.constantFrom('no', '1e3', '#1', 'a: b', '- x', '"', "'", '商店', 'null', '{}', '~');
const option = fc.constantFrom('CFGOPTION_1_DISABLE', 'CFGOPTION_2_ENABLE');
const dns = fc.record(
  {
    auto_switch_case: fc.integer({ min: 1, max: 1000 }),
    auto_return_source: option,
    src_ipv6_check: option,
    default_ipv6_check: option,
    target_mode: fc.constantFrom(1, 2),
  },
  { requiredKeys: [] },
);
const certificate = fc.oneof(
  name.map((one) => ({ name: one })),
  fc.constantFrom('0A', 'FF').map((byte) => ({ fingerprint: Array(32).fill(byte).join(':') })),
);
/** Who is where: each node locked or not, each in a group or in none, and so each origin. */
const serving = fc
  .record({
    certificates: fc.uniqueArray(certificate, { selector: JSON.stringify }),
    places: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: NODES.length, maxLength: NODES.length }),
    groups: fc.uniqueArray(name, { maxLength: 2 }),
    dns,
  })
  .map(({ certificates, places, groups, dns: config }) => ({
    certificates,
    nodes: NODES.filter((_, i) => (places[i] ?? 0) < 3).sort(),
    locked_nodes: NODES.filter((_, i) => (places[i] ?? 0) >= 3).sort(),
    origin_groups: groups
      .map((own, i) => ({ name: own, node_ids: [NODES[i]], src_ips: [ORIGINS[i]] }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    dns: config,
  }));
const rule = fc.record({ name, rate: fc.integer({ min: 1, max: 9 }), status: fc.boolean() }).map((own) => ({
  ...own,
  uri: '/a',
  rate_time: 1,
  req_time_unit: 'ReqUnit_1_PSec',
  level: 'ip',
  action: { type: 'block' },
}));

const entryOf = (kind: Kind, said: Fields, parts: Entry['parts'] = {}): Entry => {
  const fields = FIELDS[kind].parse(said);
  return { kind, key: keyOf(kind, fields), fields, parts };
};
const domain = fc.record({ serving, rules: fc.array(rule, { maxLength: 3 }) }).map(({ serving: how, rules }) =>
  entryOf(
    'domain',
    { domain: 'a.example.com', policy: 'p', settings, ...how },
    {
      brute_force_rule: rules.map((one) => entryOf('brute_force_rule', one)),
      forward: [],
    },
  ),
);

describe('files', () => {
  it('say of a domain what was written into them, whatever names look like', async () => {
    await fc.assert(
      fc.asyncProperty(domain, async (entry) => {
        await writeFolder(folder, filesFrom([entry]), true);
        expect([...(await readFolder(folder, 'en')).keys()]).toEqual([entry]);
      }),
    );
  });
});
