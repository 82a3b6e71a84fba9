import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { cut } from '@/lib/text/well-formed';

/** Bytes of JSON that a row of the log, and a revision, keep. */
export const MAX_DETAIL = 8 * 1024;
/**
 * The largest object that the API accepts is a domain, whose settings have 160 K characters together, at most three bytes
 * each. A certificate of 256 KB with its names is smaller.
 */
export const MAX_REVISION = 512 * 1024;
/** Bytes of detail that a list shows of each row, so that a page of a hundred has a largest size. */
export const MAX_LISTED = 1024;

/** Left-out parts that are named; more are counted. */
const NAMED = 10;
const NAME_LENGTH = 60;

/** What is kept of an object that is too large: all of it can be recognised by its hash. */
export type Truncated = { bytes: number; sha256?: string; left_out: string[]; left_out_count: number };

type Json = Record<string, unknown>;

const bytesOf = (text: string) => Buffer.byteLength(text);
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * An object as JSON of at most `max` bytes. Of one that is larger the smallest fields are kept, of those in `nested` the
 * fields within, after all others: what a row is about goes before what was sent. `truncated` says what was left out, and
 * counts towards the bytes.
 */
export function capped(object: Json, max: number, nested: readonly string[] = []): string {
  const text = JSON.stringify(object);
  const bytes = bytesOf(text);
  if (bytes <= max) return text;
  const sha256 = hashOf(text);
  return JSON.stringify(smaller(object, max, nested, { bytes, sha256 }));
}

function smaller(object: Json, max: number, nested: readonly string[], size: { bytes: number; sha256?: string }): Json {
  const kept: Json = Object.fromEntries(nested.map((name) => [name, {}]));
  const fields = fieldsOf(object, nested).sort((a, b) => rank(a) - rank(b) || a.bytes - b.bytes);
  const names = fields.map((field) => nameOf(field).length + '"",'.length).sort((a, b) => b - a);
  // Room for the longest names that may have to be said.
  const note = names.slice(0, NAMED).reduce((sum, length) => sum + length, 200);
  let room = Math.max(0, max - note - bytesOf(JSON.stringify(kept)));
  const left_out: string[] = [];
  let left_out_count = 0;
  for (const field of fields) {
    const { path, name, value, bytes } = field;
    if (bytes <= room) {
      room -= bytes;
      Object.assign(path === undefined ? kept : (kept[path] as Json), { [name]: value });
    } else if (++left_out_count <= NAMED) left_out.push(nameOf(field));
  }
  return { ...kept, truncated: { ...size, left_out, left_out_count } satisfies Truncated };
}

type Field = { path?: string; name: string; value: unknown; bytes: number };

/** What a field that is left out is called: printable ASCII that JSON does not escape, so that its bytes are its characters. */
const nameOf = ({ path, name }: Field) =>
  cut((path === undefined ? name : `${path}.${name}`).replace(/[^ !#-[\]-~]/gu, '?'), NAME_LENGTH);

const rank = ({ path }: Field) => (path === undefined ? 0 : 1);

function fieldsOf(object: Json, nested: readonly string[]): Field[] {
  const field = (name: string, value: unknown, path?: string): Field => ({
    ...(path === undefined ? {} : { path }),
    name,
    value,
    bytes: bytesOf(JSON.stringify(name)) + bytesOf(JSON.stringify(value) ?? '') + 2,
  });
  return Object.entries(object).flatMap(([name, value]) =>
    nested.includes(name) && isObject(value)
      ? Object.entries(value).map(([inner, item]) => field(inner, item, name))
      : [field(name, value)],
  );
}

const PARTS = ['changes', 'params'];

/** The detail of an audit row, as it is stored. */
export const detailText = (detail: Json) => capped(detail, MAX_DETAIL, PARTS);

export type Detail = {
  changes: Record<string, { old: unknown; new: unknown }>;
  params: unknown;
  [field: string]: unknown;
};

/**
 * Large details as lists show them, as JSON, by their stored text. A page of a hundred of them would be parsed, measured
 * and hashed anew by everybody who reads it.
 */
const shortened = new LRUCache<string, string>({
  maxSize: 8 * 1024 * 1024,
  sizeCalculation: (short, text) => 2 * (text.length + short.length),
});

/** A stored detail as a list shows it. `text` is empty where the stored one, of `bytes`, was too large to be read. */
export function listedDetail(text: string, bytes: number, max = MAX_LISTED): Detail {
  if (text === '') return withinBytes({}, text, bytes, max);
  if (bytes <= max) return JSON.parse(text) as Detail;
  if (max !== MAX_LISTED) return withinBytes(JSON.parse(text) as Json, text, bytes, max);
  const known = shortened.get(text);
  if (known !== undefined) return JSON.parse(known) as Detail;
  const short = withinBytes(JSON.parse(text) as Json, text, bytes, max);
  shortened.set(text, JSON.stringify(short));
  return short;
}

function withinBytes(stored: Json, text: string, bytes: number, max: number): Detail {
  const { truncated, ...rest } = stored;
  const note = truncated as Truncated | undefined;
  const size = note
    ? { bytes: note.bytes, sha256: note.sha256 }
    : { bytes, ...(text === '' ? {} : { sha256: hashOf(text) }) };
  return smaller(rest, max, PARTS, size as { bytes: number; sha256?: string }) as Detail;
}

const hashOf = (text: string) => hash('sha256', text, 'hex');
