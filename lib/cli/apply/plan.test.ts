import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry, Fields, Kind, PartKind } from './entry';
import { plan, type Step, Unchangeable } from './plan';
import { AT_FIRST, isServing, type Serving } from './serving';

const NAMES = ['a', 'b', 'c'];
const name = fc.constantFrom(...NAMES);
const fields = fc.record({
  name,
  limit: fc.record({ period: fc.nat(3) }),
  matches: fc.array(fc.nat(2), { maxLength: 2 }),
});
const part = (kind: PartKind) =>
  fc.tuple(name, fields).map(([key, own]): Entry => ({ kind, key, fields: { ...own, name: key }, parts: {} }));
const some = (kind: PartKind) => fc.array(part(kind), { maxLength: 5 });
/** Forwards are told apart by their ports, which no two of a domain share. */
const forwards = fc.uniqueArray(part('forward'), { maxLength: 3, selector: ({ key }) => key });
const groups = fc.uniqueArray(part('waf_group'), { maxLength: 3, selector: ({ key }) => key });
const addresses = fc.array(fc.tuple(fc.constantFrom('1', '2', '3', '4'), fc.boolean())).map((pairs) => new Map(pairs));

const policy = fc
  .record({ key: name, fields, cc_rule: some('cc_rule'), acl_rule: some('acl_rule'), waf_group: groups })
  .map(({ key, fields: own, ...parts }): Entry => ({ kind: 'policy', key, fields: own, parts }));
const list = fc.record({ key: name, fields, addresses }).map((one): Entry => ({ ...one, kind: 'list', parts: {} }));
const ids = fc.constantFrom<string[]>([], ['n1'], ['n1', 'n2']);
const servedWith = {
  certificates: ids.map((names) => names.map((one) => ({ name: one }))),
  nodes: ids,
  locked_nodes: fc.constantFrom<string[]>([], ['n3']),
  origin_groups: ids.map((names) => names.map((one) => ({ name: one, node_ids: [one], src_ips: ['192.0.2.1'] }))),
};
const dns = {
  auto_switch_case: fc.integer({ min: 1, max: 3 }),
  target_mode: fc.constantFrom(1, 2) as fc.Arbitrary<1 | 2>,
};
const served = fc.record({ ...servedWith, dns: fc.record(dns).map((own) => ({ ...AT_FIRST.dns, ...own })) });
/** As a file may say it that leaves some out. */
const partlyServed = fc.record({ ...servedWith, dns: fc.record(dns, { requiredKeys: [] }) }, { requiredKeys: [] });
const domainOf = (serving: fc.Arbitrary<Partial<Serving>>) =>
  fc.record({ key: name, fields, serving, brute_force_rule: some('brute_force_rule'), forward: forwards }).map(
    ({ key, fields: own, serving: how, ...parts }): Entry => ({
      kind: 'domain',
      key,
      fields: { ...own, ...how },
      parts,
    }),
  );
const domain = domainOf(served);
const unique = (one: fc.Arbitrary<Entry>) => fc.uniqueArray(one, { maxLength: 3, selector: ({ key }) => key });
/** Several lists may have one name; the first of them is the first again. */
const state = fc.tuple(unique(policy), fc.array(list, { maxLength: 3 }), unique(domain)).map((all) => all.flat());

const picked = (of: Fields, isPicked: (key: string) => boolean): Fields =>
  Object.fromEntries(Object.entries(of).filter(([key]) => isPicked(key)));
const servingOf = (of: Fields) => picked(of, isServing);
const plainOf = (of: Fields) => picked(of, (key) => !isServing(key));

/** A server in memory: what is replaced comes last, as it does there. */
function server() {
  let last = 0;
  const store: Entry[] = [];
  const made = (one: Entry): Entry => ({ ...structuredClone(one), live: { id: String(++last), owner: 'me' } });
  const parentOf = (of: Entry) => store.find(({ kind, key }) => kind === of.kind && key === of.key) as Entry;
  const placeOf = (kind: Kind, of: Entry | undefined): Entry[] => {
    if (!of) return store;
    const { parts } = parentOf(of);
    const own = parts[kind as PartKind] ?? [];
    parts[kind as PartKind] = own;
    return own;
  };
  const at = (own: Entry[], { live }: Entry) => own.findIndex((one) => one.kind && one.live?.id === live?.id);
  const bare = (one: Entry): Entry => {
    const own = one.kind === 'domain' ? { ...plainOf(one.fields), ...AT_FIRST } : one.fields;
    return made({ ...one, fields: own, parts: {}, ...(one.addresses ? { addresses: new Map() } : {}) });
  };
  /** Addresses are written into the list that their file is about, which this remembers. */
  const lists = new Map<Entry, Entry>();
  return {
    store,
    perform(step: Step) {
      const own = placeOf(step.kind, step.of);
      if (step.do === 'delete' || step.do === 'replace') own.splice(at(own, step.existing), 1);
      if (step.do === 'create' || step.do === 'replace') {
        const one = bare(step.wanted);
        own.push(one);
        lists.set(step.wanted, one);
      }
      if (step.do === 'change') {
        const one = own[at(own, step.existing)] as Entry;
        one.fields = { ...plainOf(step.wanted.fields), ...servingOf(one.fields) };
      }
      if (step.do === 'serve') {
        const { fields: there } = own.find(({ kind, key }) => kind === 'domain' && key === step.key) as Entry;
        const { dns: config, ...rest } = servingOf(step.wanted.fields);
        Object.assign(there, rest, { dns: { ...(there.dns as object), ...(config as object) } });
      }
      if (step.do !== 'addresses') return;
      const target = step.existing ? (own[at(own, step.existing)] as Entry) : (lists.get(step.wanted) as Entry);
      const next = new Map(target.addresses);
      for (const address of step.change.remove) next.delete(address);
      for (const [address, enabled] of step.change.add) next.set(address, enabled);
      for (const address of step.change.enable) next.set(address, true);
      for (const address of step.change.disable) next.set(address, false);
      target.addresses = next;
    },
  };
}

/** What is there without ids; of objects whose order says nothing in the order of their names. */
function said(entries: readonly Entry[]): unknown {
  const plain = (one: Entry): unknown => ({
    kind: one.kind,
    key: one.key,
    fields: one.fields,
    addresses: one.addresses && [...one.addresses].sort(),
    parts: Object.fromEntries(
      Object.entries(one.parts)
        .filter(([, own]) => own.length > 0)
        .map(([kind, own]) => [kind, /^(cc|acl)_rule$/.test(kind) ? own.map(plain) : sorted(own).map(plain)]),
    ),
  });
  return sorted(entries).map(plain);
}
const sorted = (entries: readonly Entry[]) =>
  [...entries].sort((a, b) =>
    `${a.kind} ${a.key}` < `${b.kind} ${b.key}` ? -1 : a.kind === b.kind && a.key === b.key ? 0 : 1,
  );

function serverWith(entries: readonly Entry[]) {
  const there = server();
  for (const step of plan([], entries, true).steps) there.perform(step);
  return there;
}

describe('the plan', () => {
  it('makes of anything what is wanted, and then has nothing to do', () => {
    fc.assert(
      fc.property(state, state, (a, b) => {
        const there = serverWith(a);
        expect(said(there.store)).toEqual(said(a));
        for (const step of plan(there.store, b, true).steps) there.perform(step);
        expect(said(there.store)).toEqual(said(b));
        expect(plan(there.store, b, true).steps).toEqual([]);
      }),
    );
  });

  it('leaves of what serves a domain what a file leaves out, and shows each difference once', () => {
    fc.assert(
      fc.property(unique(domain), unique(domainOf(partlyServed)), (a, b) => {
        const there = serverWith(a);
        const before = new Map(structuredClone(there.store).map((one) => [one.key, servingOf(one.fields)]));
        const { steps } = plan(there.store, b, false);
        for (const step of steps) there.perform(step);
        for (const { key, fields: own } of b) {
          const { dns: config = {}, ...rest } = servingOf(own) as Partial<Serving>;
          const old = before.get(key) ?? AT_FIRST;
          const expected = { ...old, ...rest, dns: { ...(old.dns as object), ...config } };
          expect(servingOf(there.store.find((one) => one.key === key)?.fields ?? {})).toEqual(expected);
        }
        expect(plan(there.store, b, false).steps).toEqual([]);
        for (const step of steps) {
          if (step.do !== 'change' && step.do !== 'serve') continue;
          expect(
            step.differences.every(({ field }) => isServing(field.split('.')[0] ?? '') === (step.do === 'serve')),
          ).toBe(true);
        }
      }),
    );
  });

  it('deletes nothing without prune, and is done at once all the same', () => {
    fc.assert(
      fc.property(state, state, (a, b) => {
        const there = serverWith(a);
        const { steps, left } = plan(there.store, b, false);
        expect(steps.filter((step) => step.do === 'delete')).toEqual([]);
        for (const step of steps) there.perform(step);
        const again = plan(there.store, b, false);
        expect(again.steps).toEqual([]);
        expect(again.left).toHaveLength(left.length);
      }),
    );
  });

  it('asks for no change of what cannot change', () => {
    const office = (ip_set_type: number): Entry => ({
      kind: 'list',
      key: 'office',
      fields: { ip_set_type },
      parts: {},
    });
    expect(() => plan([office(1)], [office(2)], true)).toThrow(Unchangeable);
    const group = (rule_id: number): Entry => ({
      kind: 'policy',
      key: 'p',
      fields: {},
      parts: { waf_group: [{ kind: 'waf_group', key: 'g', fields: { rule_id }, parts: {} }] },
    });
    expect(plan([group(1)], [group(2)], false).steps.map((step) => step.do)).toEqual(['replace']);
  });

  it('does what others refer to first, and frees ports before they are taken', () => {
    const domainWith = (key: string, ports: string[]): Entry => ({
      kind: 'domain',
      key,
      fields: {},
      parts: { forward: ports.map((port) => ({ kind: 'forward', key: port, fields: {}, parts: {} })) },
    });
    const there = [domainWith('a', ['TCP 1']), domainWith('gone', ['TCP 2'])];
    const wanted: Entry[] = [
      domainWith('a', ['TCP 2']),
      domainWith('b', ['TCP 1']),
      { kind: 'policy', key: 'p', fields: {}, parts: {} },
    ];
    expect(plan(there, wanted, true).steps.map((one) => `${one.do} ${one.key}`)).toEqual([
      'create p',
      'create b',
      'delete TCP 1',
      'delete gone',
      'create TCP 2',
      'create TCP 1',
    ]);
  });
});
