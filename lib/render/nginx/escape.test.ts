import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { expect, it } from 'vitest';
import { isAscii, literal, pattern, word } from './escape';
import { renderNode, renderPiece } from './node';
import { rangeFiles } from './ranges';
import { slashed } from './sec-rules';
import { renderSite, servedSite } from './site';
import { encodable } from './spelled';
import { aclRule, ccRule, policyOf, siteOf, TestNginx, wafGroup } from './testing';

const hostile: string[] = JSON.parse(readFileSync('fixtures/hostile/naughty-strings.json', 'utf8'));
const text = fc.oneof(
  fc.constantFrom(...hostile.filter((line) => line !== '')),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom('"', "'", '\\', '$', '%', '{', '}', ';', '\n', '#', ' ', '~', 'a', '\0', '`'),
    minLength: 1,
  }),
);
/** Signs that end a parameter, begin a comment, a variable or a macro, or are no text. */
const DANGEROUS = /["'$%#;`\s]|[^\x20-\x7e]/;

it('a literal has nothing in it that a file could read', () => {
  fc.assert(
    fc.property(text, (value) => {
      expect(literal(value)).toMatch(/^(?:[A-Za-z0-9]|\\x[0-9a-f]{2})*$/);
      expect(
        Buffer.from(
          literal(value).replace(/\\x(..)/g, (_, two) => String.fromCharCode(Number.parseInt(two, 16))),
          'latin1',
        ),
      ).toEqual(Buffer.from(value, 'utf8'));
    }),
  );
});

it('nor has an expression', () => {
  fc.assert(
    fc.property(text, (value) => {
      expect(pattern(value).replace(/\\x[0-9a-f]{2}/g, '')).not.toMatch(DANGEROUS);
    }),
  );
});

const ATOMS = [
  'a',
  'B',
  '7',
  '.',
  '[a-c]',
  '[^"%\\]]',
  '[$]',
  '[^$a]',
  '[]$[.^]',
  '[[:digit:]$]',
  '[\\$\\d-]',
  '(?m:^a$)',
  '(?m:^)',
  '(?m)',
  '(?-m:$)',
  '(?i:b)',
  '\\d',
  '\\.',
  '\\\\',
  '\\"',
  '%',
  '$',
  '^',
  '"',
  "'",
  ' ',
  '\\Qa.b"%\\E',
  '(?:x|y)',
  '(?P<n1>z)',
  '\\b',
  '\\n',
  '#',
  '\\t',
  'é',
];
const expression = fc
  .array(fc.tuple(fc.constantFrom(...ATOMS), fc.constantFrom('', '', '', '*', '+', '?', '{1,2}')), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) =>
    parts
      .map(([atom, times]) =>
        /^(?:[$^]|\\b|\(\?-?m.*)$/.test(atom) ? atom : `${atom.startsWith('\\Q') ? `(?:${atom})` : atom}${times}`,
      )
      .join(''),
  )
  .filter((value) => {
    try {
      return RE2JS.compile(value) !== undefined;
    } catch {
      return false;
    }
  });
const subject = fc.string({
  unit: fc.constantFrom('a', 'b', 'B', '7', '.', '"', '%', '\\', ' ', 'x', 'z', "'", '#', '\t', '\n', '$', '^'),
  maxLength: 8,
});

it('an expression matches in PCRE, bytes and all flags of ModSecurity, what it matches in RE2', () => {
  const cases = fc.sample(fc.tuple(expression.filter(isAscii), fc.array(subject, { minLength: 8, maxLength: 8 })), {
    numRuns: 300,
    seed: 17,
  });
  const given = cases.flatMap(([re2, subjects]) => subjects.map((one) => ({ re2, one })));
  // Perl's expressions are what PCRE follows; m and s are what ModSecurity compiles with.
  const program =
    'while (<STDIN>) { chomp; my ($p, $s) = map { pack "H*", $_ } split / /, $_, 2; print(($s =~ /$p/ms) ? 1 : 0); }';
  const hex = (value: string) => Buffer.from(value, 'utf8').toString('hex');
  const input = given.map(({ re2, one }) => `${hex(pattern(re2))} ${hex(one)}`).join('\n');
  const { stdout, stderr } = spawnSync('/usr/bin/perl', ['-e', program], { input, encoding: 'utf8' });
  expect(stderr).toBe('');
  const wrong = given.filter(({ re2, one }, i) => Number(stdout[i]) !== Number(RE2JS.compile(re2).matcher(one).find()));
  expect(wrong).toEqual([]);
});

it.each(['a b', 'a;b', '', '"', 'x\n', '$x', 'é'])('%o is no word', (value) => {
  expect(() => word(value)).toThrow('not a name');
});

/** A site in which a tenant's text is everywhere that they may write one. */
const full = (value: string) => {
  const match = (field: string, op = 'eq') => ({ field, op, data: value });
  const policy = policyOf({
    acl_rules: [
      aclRule(1, [match('path'), match('uri', 'contains'), match('header:x-a', 'ne')]),
      aclRule(2, [match('query', 'prefix')], { action_type: 'page', content: value }),
      aclRule(3, [match('body', 'contains')]),
      aclRule(7, [match(`header:${value}`), match(`cookie:${value}`, 'ne'), match(`arg:${value}`, 'exists')]),
      aclRule(8, [match('country'), match('asn', 'ne')]),
    ] as never[],
    cc_rules: [
      ccRule(4, [match('path', 'suffix'), match('cookie:a', 'not_contains')], { threshold: 5, period: 1 }),
    ] as never[],
    waf_groups: [
      wafGroup(5, 0, [
        { zone: 'ARGS', sub_field: value, pattern: value },
        { zone: 'HEADER', sub_field: value, pattern: value, is_not: true },
      ]),
    ] as never[],
  });
  const brute_force_rules = [
    {
      ...{ id: 6, name: value, describe: value, uri: value, rate: 2, rate_time: 1, status: true },
      ...{
        req_time_unit: 'ReqUnit_1_PSec' as const,
        level: 'ip' as const,
        action: { type: 'block' as const, duration: 1 },
      },
    },
  ];
  return { site: siteOf(8080, { brute_force_rules }), policy };
};

const nginx = new TestNginx(1, 2);
const rendered = (value: string) => renderSite({ ...full(value), lists: [], node: nginx.settings }).files;

it('a tenant’s text changes nothing of a file but the literals that stand for it', () => {
  // Longer ones are compared as they were sent.
  const isSpelled = (value: string) => encodable(value).length < 1_900;
  const ofPath = (value: string) => literal(slashed('eq', value));
  // What else is in a file does not end like this.
  const marked = (value: string) => `${value}Zq9Zq`;
  const plain = [...rendered(marked('X'))];
  fc.assert(
    fc.property(text.map(marked).filter(isSpelled), (value) => {
      const own = rendered(value);
      for (const [name, known] of plain) {
        const file = own.get(name) ?? '';
        if (name.endsWith('.html')) {
          expect(file).toBe(value);
          continue;
        }
        const named = (one: string) =>
          one
            .replace(/:\/\^(?:\(\?i\))?[^|"$]*\$\//g, ':NAME')
            .replace(/(ARGS(?:_GET)?|REQUEST_HEADERS|REQUEST_COOKIES):[A-Za-z0-9_-]+Zq9Zq /g, '$1:NAME ');
        const of = (one: string) =>
          [literal, encodable, ofPath].reduce((file, write) => file.replaceAll(write(value), marked('X')), one);
        expect(named(of(file))).toBe(named(known.replaceAll(encodable(marked('X')), marked('X'))));
      }
    }),
  );
});

/** Where only a name, an address or an id may be, each with what writes it. */
const bound: Record<string, (value: string) => unknown> = {
  'a host name': (domain) => renderSite({ ...given({ domain }), lists: [] }),
  'a domain’s id': (domain_id) => renderSite({ ...given({ domain_id }), lists: [] }),
  'a policy’s id': (policy_id) => renderSite({ ...given({}), policy: policyOf({ policy_id }), lists: [] }),
  'an origin': (ip) => {
    const sources = [{ ip, port: 80, protocol: 'http', weight: 1, line: 'default', status: 'CFGOPTION_2_ENABLE' }];
    return renderSite({ ...given({ settings: { origin: { services: [{ service_id: 's', sources }] } } }), lists: [] });
  },
  'an address of a rule': (data) =>
    renderSite({
      ...given({ settings: siteOf(1).settings }),
      policy: policyOf({ acl_rules: [aclRule(1, [{ field: 'ip', op: 'eq', data }])] }),
      lists: [],
    }),
  'an address of a list': (address) => renderPiece([address]),
  'a piece of a list': (hash) => renderNode(nginx.settings, [], [{ id: 1, type: 'black', parts: [hash] }]),
  'a node’s id': (node_id) => renderNode({ ...nginx.settings, node_id }, [], []),
  'a country': (value) => renderNode(nginx.settings, [], [], [{ kind: 'country', value, file: '/ranges/x' }]),
  'a file of networks': (file) => renderNode(nginx.settings, [], [], [{ kind: 'asn', value: '1', file }]),
  'a network': (network) => rangeFiles([network], 'CN'),
};
const given = (more: Parameters<typeof siteOf>[1]) => ({
  site: siteOf(8080, more),
  policy: policyOf(),
  node: nginx.settings,
});

it.each(Object.keys(bound))('%s that is none is refused', (name) => {
  const unnamed = text.filter(
    (value) =>
      !/^[A-Za-z0-9._:*/-]*$/.test(
        value
          .split(',')
          .map((one) => one.trim())
          .join(''),
      ),
  );
  fc.assert(
    fc.property(unnamed, (value) => {
      expect(() => bound[name]?.(value)).toThrow('not a name');
    }),
  );
});

const LONG = ['-', '汉', '"\\$'].flatMap((sign) =>
  [200, 300, Math.floor(1_024 / sign.length)].map((times) => sign.repeat(times)),
);

it('nginx accepts whatever tenants write', async () => {
  for (const value of [...fc.sample(text, { numRuns: 12, seed: 5 }), ...LONG]) {
    const { site } = full(value);
    nginx.write(rendered(value));
    nginx.write(renderNode(nginx.settings, [servedSite(site, nginx.settings.root)], []));
    expect(nginx.tested(), JSON.stringify(value)).toBe('');
  }
  await nginx.stop();
}, 120_000);
