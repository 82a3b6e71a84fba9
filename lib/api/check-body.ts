import { z } from 'zod';
import { recordedOf } from '@/lib/audit/redact';
import type { Translator } from '@/lib/i18n/translate';
import type { AnyEndpoint } from './endpoint';
import { AppError } from './errors';
import { ignoredFields, isObject, MAX_IGNORED, parseWith } from './parse';

/** Items of a long list that are checked at once; others come between some and the next. */
const SOME = 250;

type Json = Record<string, unknown>;
type Pause = () => Promise<void>;

/** A body, or some items of the list that makes it long, those from `from` on, as a body of their own; the first have all else, too. */
type Part = { schema: z.ZodType; given: unknown; from: number };

/**
 * The body as its contract reads it, and the paths of what that does not know, of many the first. Of a long list others come
 * between some items and the next. Throws as `parseWith` does.
 */
export async function checkBody(
  { body: schema, fieldErrors }: Pick<AnyEndpoint, 'body' | 'fieldErrors'>,
  given: unknown,
  t: Translator,
  pause: Pause,
): Promise<{ body: unknown; ignored: string[] }> {
  if (!schema) return { body: undefined, ignored: [] };
  const field = longList(schema, given, mostItems);
  const bodies: unknown[] = [];
  const ignored: string[] = [];
  for (const part of partsOf(schema, given, field)) {
    await pause();
    const body = inWhole(part, () => parseWith(part.schema, part.given, t, fieldErrors));
    bodies.push(body);
    if (ignored.length < MAX_IGNORED) {
      ignored.push(...ignoredFields(part.given, body).map((path) => pathInWhole(path, part)));
    }
  }
  return { body: joined(bodies, field), ignored: ignored.slice(0, MAX_IGNORED) };
}

/** What the audit log keeps of a body, checked or not (`recordedOf`). Of a long list others come between some items and the next. */
export async function recordedBody(
  { audit, body: schema }: Pick<AnyEndpoint, 'audit' | 'body'>,
  given: unknown,
  pause: Pause,
): Promise<Json> {
  if (!schema) return {};
  const field = longList(schema, given, () => Number.POSITIVE_INFINITY);
  const parts: Json[] = [];
  for (const part of partsOf(schema, given, field)) {
    await pause();
    parts.push(recordedOf({ audit, body: part.schema }, part.given));
  }
  return joined(parts, field) as Json;
}

/** The first field of a body with more items than are checked at once. Where a check has to see all of a body there is none. */
function longList(schema: z.ZodType, given: unknown, most: (list: z.ZodArray) => number): string | undefined {
  if (!(schema instanceof z.ZodObject) || schema.def.checks?.length || !isObject(given)) return undefined;
  return Object.keys(schema.shape).find((field) => {
    const [of, list] = [schema.shape[field], given[field]];
    return of instanceof z.ZodArray && Array.isArray(list) && list.length > SOME && list.length <= most(of);
  });
}

/** Of a list that is longer no item is read. */
const mostItems = ({ def: { checks = [] } }: z.ZodArray) =>
  Math.min(...z.core.util.sizeCaps(checks).map(([most]) => most));

function* partsOf(schema: z.ZodType, given: unknown, field: string | undefined): Generator<Part> {
  if (field === undefined || !(schema instanceof z.ZodObject)) return yield { schema, given, from: 0 };
  const { [field]: list = [], ...others } = given as Record<string, unknown[]>;
  const ofList = z.object({ [field]: schema.shape[field] });
  for (let from = 0; from < list.length; from += SOME) {
    const some = { [field]: list.slice(from, from + SOME) };
    yield from === 0 ? { schema, given: { ...others, ...some }, from } : { schema: ofList, given: some, from };
  }
}

/** The first part's with the items of all; where these are not shown it says so itself. */
function joined(parts: readonly unknown[], field: string | undefined): unknown {
  const [first] = parts;
  if (field === undefined || !isObject(first) || !Array.isArray(first[field])) return first;
  return { ...first, [field]: parts.flatMap((part) => (part as Json)[field]) };
}

/** What is asked of a part, whose errors name the field in the whole. */
function inWhole<T>(part: Part, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof AppError) || error.details.field === undefined) throw error;
    throw new AppError(error.errKey, { ...error.details, field: pathInWhole(error.details.field, part) });
  }
}

const pathInWhole = (path: string, { from }: Part) =>
  from === 0 ? path : path.replace(/^([^.]+)\.(\d+)/, (_, field, i) => `${field}.${Number(i) + from}`);
