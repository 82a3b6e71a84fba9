import fc from 'fast-check';
import type { AnyJson } from '../json';
import type { Contract } from './operations';

/** What no field asks for. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    ...[null, true, -1, 0, 1.5, 1e21, -(2 ** 53), 2 ** 53, 2 ** 31, [], {}, [[]], '', ' ', '0', '1e3', 'null'],
    ...['\u0000', '\ud800', '\u202e', '%', '_', '\\', "'", '"', '<br>', '{{7*7}}', '../..', '=1+1', '\ufeff', '\u2028'],
    ...[
      '𠮷'.repeat(300),
      'a'.repeat(5000),
      { __proto__: 1 },
      { constructor: {} },
      'javascript:alert(1)',
      '٣',
      'İ',
      'ß',
    ],
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.double(),
  fc.jsonValue({ maxDepth: 3 }),
);

/** What fields of a name often hold: without it hardly a body would get past the first check. */
const KNOWN: readonly [RegExp, readonly unknown[]][] = [
  [/^domain$/, ['shop.example', 'a.b.example.com', '*.example.org', 'пример.example']],
  [/addr|^ip$|source|host/, ['192.0.2.1', '198.51.100.0/24', '2001:db8::1', 'origin.example']],
  [/cidr|^value$/, ['192.0.2.0/24', '192.0.2.7', '2001:db8::/32']],
  [/port/, [80, 443, 8443]],
  [/url|target/, ['https://hooks.invalid/x']],
  [/regex|pattern/, ['^/a', '(a+)+$', '[', 'union select']],
  [/window/, ['last_24h', 'last_5m', 'today']],
  [/time$|stime|etime/, [1_700_000_000_000, 1_700_000_000, 0]],
  [/permission|scope/, ['guard.policy.list', 'guard.*', '*.*.*', 'no.such.thing']],
];

/** Ids that answers showed, by the name of what they are sent as. */
export type Seen = { pick(name: string): fc.Arbitrary<unknown> | undefined };

/** Values of a schema: mostly what it describes, sometimes what it doesn't. */
export function valuesOf(contract: Contract, schema: AnyJson, seen: Seen, name = '', depth = 0): fc.Arbitrary<unknown> {
  const described = describedBy(contract, contract.resolve(schema), seen, name, depth);
  return fc.oneof({ arbitrary: described, weight: depth === 0 ? 12 : 24 }, { arbitrary: hostile, weight: 1 });
}

function describedBy(
  contract: Contract,
  schema: AnyJson,
  seen: Seen,
  name: string,
  depth: number,
): fc.Arbitrary<unknown> {
  const inner = (one: AnyJson, as = name) => valuesOf(contract, one, seen, as, depth + 1);
  if (depth > 8) return fc.constant(null);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return fc.oneof(...options.map((one: AnyJson) => inner(one)));
  if (schema.allOf)
    return fc.tuple(...schema.allOf.map((one: AnyJson) => inner(one))).map((all) => Object.assign({}, ...all));
  const [type] = [schema.type].flat();
  if (type === 'object') return objectOf(schema, inner);
  if (type === 'array') {
    const { minItems = 0, maxItems = 3 } = schema;
    return fc.array(inner(schema.items ?? {}), {
      minLength: minItems,
      maxLength: Math.max(minItems, Math.min(maxItems, 3)),
    });
  }
  return scalarOf(schema, type, seen, name);
}

function objectOf(
  schema: AnyJson,
  inner: (schema: AnyJson, name: string) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const fields = Object.entries<AnyJson>(schema.properties ?? {});
  const requiredKeys: string[] = schema.required ?? [];
  const known = fc.record(Object.fromEntries(fields.map(([name, one]) => [name, inner(one, name)])), { requiredKeys });
  const other = fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 1 });
  return fc.oneof(
    { arbitrary: known, weight: 12 },
    { arbitrary: fc.tuple(known, other).map(([a, b]) => ({ ...a, ...b })), weight: 1 },
    { arbitrary: fc.tuple(known, fc.nat()).map(([all, n]) => withoutOne(all, n)), weight: 1 },
  );
}

const withoutOne = (all: Record<string, unknown>, n: number) =>
  Object.fromEntries(Object.entries(all).filter((_, at, { length }) => at !== n % length));

function scalarOf(schema: AnyJson, type: string | undefined, seen: Seen, name: string): fc.Arbitrary<unknown> {
  const known = KNOWN.find(([pattern]) => pattern.test(name))?.[1] ?? [];
  const own = known.filter((value) => type === undefined || typeof value === (type === 'integer' ? 'number' : type));
  const ids = seen.pick(name);
  const likely = [...(own.length > 0 ? [fc.constantFrom(...own)] : []), ...(ids ? [ids, ids] : [])];
  return fc.oneof(...likely, plain(schema, type));
}

function plain(schema: AnyJson, type: string | undefined): fc.Arbitrary<unknown> {
  switch (type) {
    case 'string': {
      if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern), { maxLength: 60 });
      const { minLength = 0, maxLength = 24 } = schema;
      const text = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 24)) };
      return fc.oneof(fc.string({ ...text, unit: 'grapheme-ascii' }), fc.string({ ...text, unit: 'binary' }));
    }
    case 'integer': {
      const { minimum: min = -(2 ** 53) + 1, maximum: max = 2 ** 53 - 1 } = schema;
      return fc.oneof(fc.constantFrom(min, max, Math.max(min, Math.min(max, 1))), fc.integer({ min, max }));
    }
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return hostile;
  }
}
