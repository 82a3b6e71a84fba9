import { expect, it } from 'vitest';
import { z } from 'zod';
import { translator } from '@/lib/i18n/translate';
import { checkBody, recordedBody } from './check-body';
import { type AnyEndpoint, DEFAULT_BODY_LIMIT } from './endpoint';
import { AppError } from './errors';
import answers from './openapi/examples/answers.json';
import { queryOf } from './parse';
import { routes } from './registry';

const t = translator('en-US');

/** Of what is read, split, compared, folded or searched for keys, what may take long when it comes over and over. */
const UNITS = [
  ...'aA0 \t\n.,:;/-*@%&=?#|^$\\"([{<',
  ...'.. :: %00 $a (?: (a+)+ (.*)* [a-z]+ {a,9} .* \\d+ a? 1. 1.1.1.1, fe80: 1e a@ a. *. a=b; &lt;'.split(' '),
  ...'xn-- xn--a. https:// http://a/ MA MIIEvQIBADAN MHcCAQEE'.split(' '),
  ...['a b ', '1.1.1.1/8 ', 'a:b\n', '-----BEGIN ', '-----BEGIN PRIVATE KEY-----\n', 'BEGIN ', 'PRIVATE KEY '],
  // Marks, what is not seen, what folds or unfolds to other lengths, and two units of UTF-16.
  ...['\u0301', 'a\u0301', '\u0301\u0323', ...'\u200b\u202e\u2010\u00df\u0130\ufb03\ufdfa\ud55c中😀'],
];

/** A text read without a bound took 100 to 700 ms; 20 are common while the engine compiles what is called. */
const MOST_MS = 50;
const TRIES = 4;

type Json = Record<string, unknown>;
type Path = readonly string[];

/** A place of a body that has a text, or may have one or a list of them. */
type Place = { path: Path; was: string; isList?: boolean };

function* textsOf(value: unknown, path: Path = []): Generator<Place> {
  if (typeof value === 'string') yield { path, was: value };
  if (typeof value !== 'object' || value === null) return;
  for (const [step, one] of Object.entries(value)) yield* textsOf(one, [...path, step]);
}

/** What the contract of a body takes and the example of it has not. */
const absentFrom = (example: Json, { shape }: z.ZodObject): Place[] =>
  Object.keys(shape)
    .filter((field) => !(field in example))
    .flatMap((field) => [false, true].map((isList) => ({ path: [field], was: '', isList })));

function replaced(value: unknown, [step, ...rest]: Path, by: unknown): unknown {
  if (step === undefined) return by;
  const item = replaced((value as Json)[step], rest, by);
  return Array.isArray(value) ? value.with(Number(step), item) : { ...(value as Json), [step]: item };
}

/** A unit as often as there is room for it, after and before what fits. */
function filled(unit: string, size: number, was: string): string[] {
  const text = unit.repeat(size / Math.max(JSON.stringify(unit).length - 2, Buffer.byteLength(unit)));
  return [`${was}${text}`, `${text}${was || '!'}`];
}

/** Milliseconds of the longest piece, between which others come, of what is done with a body before its handler. */
async function longestPiece(endpoint: AnyEndpoint, body: unknown): Promise<number> {
  let longest = 0;
  let since = performance.now();
  const pause = async () => {
    longest = Math.max(longest, performance.now() - since);
    since = performance.now();
  };
  await checkBody(endpoint, body, t, pause).catch(refused);
  await recordedBody(endpoint, body, pause);
  await pause();
  return longest;
}

function longestQuery({ query }: AnyEndpoint, search: string): number {
  const began = performance.now();
  try {
    if (query) queryOf(query, search, t);
  } catch (error) {
    refused(error);
  }
  return performance.now() - began;
}

function refused(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}

async function least(measure: () => number | Promise<number>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < TRIES && best > MOST_MS; i++) best = Math.min(best, await measure());
  return best;
}

/** A body as the API reference shows it; of the console's own endpoints, which it does not have, none. */
function exampleOf(name: string): Json {
  const operation = name.replace('/', '.') as keyof typeof answers;
  return (answers[operation] as { request?: Json } | undefined)?.request ?? {};
}

type Body = { name: string; endpoint: AnyEndpoint; schema: z.ZodObject };
const withBodies = routes.flatMap(({ name, endpoint }): Body[] =>
  endpoint.body instanceof z.ZodObject ? [{ name, endpoint, schema: endpoint.body }] : [],
);
const withQueries = routes.filter(({ endpoint }) => endpoint.query instanceof z.ZodObject);

it.each(withBodies)(
  `$name: no text in its body takes more than ${MOST_MS} ms at once`,
  async ({ name, endpoint, schema }) => {
    const example = exampleOf(name);
    const size = (endpoint.maxBody ?? DEFAULT_BODY_LIMIT) - JSON.stringify(example).length - 40;
    const slow: string[] = [];
    for (const { path, was, isList } of [...textsOf(example), ...absentFrom(example, schema)]) {
      for (const [unit, text] of UNITS.flatMap((unit) =>
        filled(unit, size, was).map((text) => [unit, text] as const),
      )) {
        const body = replaced(example, path, isList ? [text] : text);
        const ms = await least(() => longestPiece(endpoint, body));
        if (ms > MOST_MS) slow.push(`${path.join('.')}: ${JSON.stringify(unit)} in ${Math.round(ms)} ms`);
      }
    }
    expect(slow).toEqual([]);
  },
  300_000,
);

/** Characters that a parameter has room for in the head of a request. */
const MOST_QUERY = 15_000;

it.each(withQueries)(`$name: no text in its query takes more than ${MOST_MS} ms`, async ({ endpoint }) => {
  const slow: string[] = [];
  for (const field of Object.keys((endpoint.query as z.ZodObject).shape)) {
    for (const unit of UNITS.map(encodeURIComponent)) {
      const search = `${field}=${unit.repeat(MOST_QUERY / unit.length)}`;
      const ms = await least(() => longestQuery(endpoint, search));
      if (ms > MOST_MS) slow.push(`${field}: ${unit} in ${Math.round(ms)} ms`);
    }
  }
  expect(slow).toEqual([]);
});
