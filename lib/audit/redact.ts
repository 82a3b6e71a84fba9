import type { z } from 'zod';
import type { AnyEndpoint } from '@/lib/api/endpoint';
import { markOf } from '@/lib/api/fields';
import { withoutPrivateKeys } from './private-keys';

export const REDACTED = '[redacted]';

type Json = Record<string, unknown>;

/** How strictly a schema is followed: parameters hold nothing it does not know; a stored object has columns of its own. */
type Kind = 'params' | 'object';

/** Of a schema's definition what is walked here; zod types each kind of schema on its own. */
type Definition = {
  type: string;
  shape?: Record<string, z.ZodType>;
  catchall?: z.ZodType;
  element?: z.ZodType;
  valueType?: z.ZodType;
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  left?: z.ZodType;
  right?: z.ZodType;
  options?: readonly z.ZodType[];
  items?: readonly z.ZodType[];
  getter?: () => z.ZodType;
};

const definitionOf = (schema: z.ZodType) => schema.def as unknown as Definition;

/**
 * Of a body, checked or not, what its schema knows, without what that marks; that a secret was given is still to be seen
 * (DESIGN 5, Unknown body fields). Of a body that is no object nothing is kept.
 */
export function recorded(schema: z.ZodType | undefined, body: unknown): Json {
  if (schema === undefined || !isObject(body)) return {};
  const shown = walk(schema, body, 'params');
  return isObject(shown) ? (withoutPrivateKeys(shown, REDACTED) as Json) : {};
}

/** The same of a request to an endpoint; nothing where the log has no row of it, as walking a long report takes as long as checking it. */
export function recordedOf({ audit, body: schema }: Pick<AnyEndpoint, 'audit' | 'body'>, body: unknown): Json {
  return audit === undefined || 'none' in audit ? {} : recorded(schema, body);
}

/** A copy of a stored object without what the schema it is written through marks as secret. */
export function redact(value: unknown, schema?: z.ZodType): unknown {
  return withoutPrivateKeys(schema ? walk(schema, value, 'object') : value, REDACTED);
}

function walk(schema: z.ZodType, value: unknown, kind: Kind): unknown {
  if (value === undefined || value === null) return value;
  if (isMarked(schema, kind)) return REDACTED;
  const { shape, element, valueType, items } = definitionOf(schema);
  if (shape && isObject(value)) return walkFields(schema, value, kind);
  if (valueType && isObject(value)) return mapped(value, (item) => walk(valueType, item, kind));
  if (element && Array.isArray(value)) return value.map((item) => walk(element, item, kind));
  if (items && Array.isArray(value)) return value.map((item, i) => (items[i] ? walk(items[i], item, kind) : REDACTED));
  const parts = alternatives(schema);
  if (parts.length > 0) return parts.map((part) => walk(part, value, kind)).reduce(merged);
  return isExpected(schema, value, kind) ? value : REDACTED;
}

const isMarked = (schema: z.ZodType, kind: Kind) =>
  markOf(schema) === 'secret' || (kind === 'params' && markOf(schema) === 'unchecked');

function walkFields(schema: z.ZodType, value: Json, kind: Kind): Json {
  const { shape = {}, catchall } = definitionOf(schema);
  const isOpen = kind === 'object' || (catchall !== undefined && definitionOf(catchall).type !== 'never');
  const known = isOpen ? Object.keys(value) : Object.keys(value).filter((name) => Object.hasOwn(shape, name));
  return Object.fromEntries(
    known.map((name) => {
      const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
      return [name, field ? walk(field, value[name], kind) : value[name]];
    }),
  );
}

const known = new WeakMap<z.ZodType, readonly z.ZodType[]>();

/** The schemas that a value may follow or passes through; asked for each of ten thousand items. */
function alternatives(schema: z.ZodType): readonly z.ZodType[] {
  const parts = known.get(schema) ?? findAlternatives(schema);
  known.set(schema, parts);
  return parts;
}

function findAlternatives(schema: z.ZodType): z.ZodType[] {
  const { innerType, in: input, out, left, right, options = [], getter } = definitionOf(schema);
  const parts = [innerType, input, out, left, right, ...options, getter?.()];
  return parts.filter((part) => part !== undefined).filter((part) => definitionOf(part).type !== 'transform');
}

/** What every alternative lets be seen, and the fields that any of them knows. */
function merged(a: unknown, b: unknown): unknown {
  if (a === REDACTED || b === REDACTED) return REDACTED;
  if (!isObject(a) || !isObject(b)) return a;
  return mapped({ ...a, ...b }, (item, name) => (Object.hasOwn(a, name) ? merged(a[name], item) : item));
}

const OPEN = new Set(['any', 'unknown', 'custom']);

/** Whether a value that is not walked further has the form its schema is for; else secrets may be anywhere in it. */
function isExpected(schema: z.ZodType, value: unknown, kind: Kind): boolean {
  const { type, shape, element, valueType, items } = definitionOf(schema);
  if (shape || element || valueType || items) return !holdsMark(schema, kind);
  return kind === 'object' || typeof value !== 'object' || OPEN.has(type);
}

function holdsMark(schema: z.ZodType, kind: Kind, seen = new Set<z.ZodType>()): boolean {
  if (isMarked(schema, kind)) return true;
  if (seen.has(schema)) return false;
  seen.add(schema);
  const { shape = {}, element, valueType, items = [] } = definitionOf(schema);
  const parts = [...Object.values(shape), element, valueType, ...items, ...alternatives(schema)];
  return parts.some((part) => part !== undefined && holdsMark(part, kind, seen));
}

function mapped(value: Json, of: (item: unknown, name: string) => unknown): Json {
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, of(item, name)]));
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
