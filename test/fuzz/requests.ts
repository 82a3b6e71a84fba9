import fc from 'fast-check';
import type { Contract, Operation } from './operations';
import { hostile, type Seen, valuesOf } from './values';

export type Made = { path: string; raw?: string; headers: Record<string, string> };

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Bodies that are no JSON of anybody's, or say that they are something else. */
const ODD_BODIES: readonly Pick<Made, 'raw' | 'headers'>[] = [
  { raw: '', headers: JSON_TYPE },
  { raw: '{', headers: JSON_TYPE },
  { raw: '{"a":1,"a":2}', headers: JSON_TYPE },
  { raw: '{"a":1e400}', headers: JSON_TYPE },
  { raw: '{"a":"\\ud800"}', headers: JSON_TYPE },
  { raw: '{"__proto__":{"a":1}}', headers: JSON_TYPE },
  { raw: '['.repeat(200) + ']'.repeat(200), headers: JSON_TYPE },
  { raw: 'null', headers: JSON_TYPE },
  { raw: '\ufeff{}', headers: JSON_TYPE },
  { raw: '{}', headers: {} },
  { raw: '{}', headers: { 'Content-Type': 'text/plain' } },
  { raw: '{}', headers: { 'Content-Type': 'application/json; charset=utf-16' } },
  { raw: '--x', headers: { 'Content-Type': 'multipart/form-data; boundary=x' } },
  { raw: '{}', headers: { ...JSON_TYPE, 'Content-Encoding': 'gzip' } },
  { raw: '{}', headers: { ...JSON_TYPE, 'Content-Encoding': 'br' } },
];

const ODD_QUERIES = [
  '%',
  '%ff',
  'page=1&page=2',
  '__proto__=1',
  'a[]=1',
  '&&=',
  `q=${'x'.repeat(3000)}`,
  'size=%D9%A3',
  'page=1e3',
];

/** Requests to an operation: path, query and body by its description, and now and then by none. */
export function requestsTo(contract: Contract, operation: Operation, seen: Seen): fc.Arbitrary<Made> {
  return fc
    .tuple(pathOf(operation, seen), queryOf(contract, operation, seen), bodyOf(contract, operation, seen))
    .map(([path, query, body]) => ({ path: query === '' ? path : `${path}?${query}`, headers: {}, ...body }));
}

function pathOf({ path, parameters }: Operation, seen: Seen): fc.Arbitrary<string> {
  const segments = path.split('/').map((segment, at, all) => {
    if (!segment.startsWith('{')) return fc.constant(segment);
    const { schema } = parameters.find(({ name }) => `{${name}}` === segment) ?? {};
    const known = schema?.enum ? fc.constantFrom<unknown>(...schema.enum) : seen.pick(all.slice(0, at).join('/'));
    const odd = hostile.map(
      (value) => encodable(typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 200) || '-',
    );
    const text = (known ?? fc.constant('0190f0a0-0000-7000-8000-000000000000')).map((value) =>
      encodeURIComponent(String(value)),
    );
    return fc.oneof({ arbitrary: text, weight: 9 }, { arbitrary: odd, weight: 1 });
  });
  return fc.tuple(...segments).map((parts) => parts.join('/'));
}

/** As URLs have it; lone surrogates cannot be written there. */
const encodable = (text = '') => encodeURIComponent(text.toWellFormed());

function queryOf(contract: Contract, { parameters }: Operation, seen: Seen): fc.Arbitrary<string> {
  const fields = parameters.filter((one) => one.in === 'query');
  const values = Object.fromEntries(
    fields.map(({ name, schema }) => [name, valuesOf(contract, schema, seen, name, 1)]),
  );
  const requiredKeys = fields.filter(({ required }) => required).map(({ name }) => name);
  const described = fc.record(values, { requiredKeys }).map((all) =>
    Object.entries(all)
      .map(([name, value]) => `${name}=${encodable(textOf(value))}`)
      .join('&'),
  );
  return fc.oneof({ arbitrary: described, weight: 12 }, { arbitrary: fc.constantFrom(...ODD_QUERIES), weight: 1 });
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function bodyOf(contract: Contract, { body }: Operation, seen: Seen): fc.Arbitrary<Partial<Made>> {
  if (!body) return fc.constant({});
  const described = valuesOf(contract, body, seen).map((value) => ({ raw: JSON.stringify(value), headers: JSON_TYPE }));
  return fc.oneof({ arbitrary: described, weight: 12 }, { arbitrary: fc.constantFrom(...ODD_BODIES), weight: 1 });
}
