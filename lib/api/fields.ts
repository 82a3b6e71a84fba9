import { z } from 'zod';
import { asWritten } from './words';

const marks = z.registry<{ mark: 'secret' | 'unchecked' }>();

/** Marks what neither an audit row nor a revision may hold; goes around the finished field, since checks copy it. */
export function secret<S extends z.ZodType>(schema: S): S {
  marks.add(schema, { mark: 'secret' });
  return schema;
}

/** Marks what may hold a secret as it was sent: no audit row has it among its parameters, a stored object may. */
export function unchecked<S extends z.ZodType>(schema: S): S {
  marks.add(schema, { mark: 'unchecked' });
  return schema;
}

export const markOf = (schema: z.ZodType) => marks.get(schema)?.mark;

/** What may name an object in a path; anything else cannot be an id, so it finds nothing. */
export const ID = /^(?!\.{1,2}$)[A-Za-z0-9._~-]{1,128}$/;

/** Length as people count it: an emoji is one character, not two UTF-16 units. */
export function characters(value: string): number {
  let n = 0;
  for (const _ of value) n++;
  return n;
}

/** For the API reference: JSON Schema counts characters as `characters` does. */
const lengths = (max: number, min: number) => ({ maxLength: max, ...(min > 0 ? { minLength: min } : {}) });

const CONTROL = /\p{Cc}/u;

/** At least `min` and at most `max` characters; what is longer is not looked at any further, which may take long. */
const counted = (schema: z.ZodString, max: number, min: number) =>
  schema
    .refine((v) => characters(v) >= min, { params: { key: min === 1 ? 'required' : 'too_short', min } })
    .refine((v) => characters(v) <= max, { params: { key: 'too_long', max }, abort: true })
    .meta(lengths(max, min));

/** Units of UTF-16 that NFC makes one character of, at most: four characters of two units. */
const UNITS_OF_ONE = 8;

/** In NFC, so that what looks the same is the same and counts as it is kept. NFC of what is far too long would take minutes. */
const composed = (schema: z.ZodString, max: number) =>
  schema
    .refine((v) => v.length <= UNITS_OF_ONE * max, { params: { key: 'too_long', max }, abort: true })
    .normalize('NFC');

const oneLine = (schema: z.ZodString, max: number, min: number) =>
  counted(schema, max, min).refine((v) => !CONTROL.test(v), { params: { key: 'control_characters' } });

/** One line of text, trimmed. */
export function line(max: number, min = 0) {
  return oneLine(z.string().trim(), max, min);
}

// Nothing that a reader cannot see or cannot tell from a plain space.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]|[^\S ]| {2}/u;

/** Scripts in daily use (UTS 31, table 5), and which of them one name may mix: those that are written together. */
const SCRIPTS = [
  ...['Cyrillic', 'Greek', 'Armenian', 'Georgian', 'Hebrew', 'Arabic', 'Thaana', 'Ethiopic', 'Devanagari', 'Bengali'],
  ...['Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Thai', 'Lao'],
  ...['Tibetan', 'Myanmar', 'Khmer'],
].map((script) => [script]);
const TOGETHER = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
];
const ONE_HAND = [...TOGETHER, ...SCRIPTS].map((scripts) => {
  const allowed = ['Common', 'Inherited', ...scripts].map((script) => `\\p{Script_Extensions=${script}}`);
  return new RegExp(`^[${allowed.join('')}]*$`, 'u');
});

/** A name people tell apart by looking at it: in NFC, trimmed, without anything invisible, written in one script. */
export function visibleName(max: number, min: number) {
  return oneLine(composed(z.string().trim(), max), max, min)
    .refine((v) => !INVISIBLE.test(v), { params: { key: 'invisible_characters' }, abort: true })
    .refine((v) => ONE_HAND.some((scripts) => scripts.test(v)), { params: { key: 'mixed_scripts' } });
}

/** The only unseen characters that a name people choose needs. */
const JOINTS = [
  // Joins emoji into one, or makes a sign one.
  /(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?)(?:\ufe0f|\u200d(?=\p{Extended_Pictographic}))/gu,
  /(?<=[\d#*])\ufe0f(?=\u20e3)/gu,
  // Parts letters of one word in Persian; joins or parts them after a sign that silences a vowel in the scripts of India.
  /(?<=\p{sc=Arabic}\p{M}*)\u200c(?=\p{sc=Arabic})/gu,
  ...['Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh'].map(
    (script) => new RegExp(`(?<=(?=\\p{sc=${script}})\\p{M})[\u200c\u200d](?=\\p{sc=${script}})`, 'gu'),
  ),
];
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * One line by which people know something: a name, an account's nick name. In any script and mixture, in NFC, so that what
 * looks the same is the same, without what a reader cannot see: zero-width characters, controls of the direction of writing.
 */
export function displayName(max: number, min = 0) {
  const hasUnseen = (v: string) => UNSEEN.test(JOINTS.reduce((seen, joint) => seen.replace(joint, ''), v));
  return oneLine(composed(z.string().trim(), max), max, min).refine((v) => !hasUnseen(v), {
    params: { key: 'invisible_characters' },
  });
}

/** Text of a bounded length, whatever it says. */
export function anyText(max: number, min = 0) {
  return counted(z.string(), max, min);
}

/** A password, in NFC, so that two keyboards type the same one. */
export function password(max: number, min: number) {
  return secret(counted(composed(z.string(), max), max, min));
}

// What turns the reading order of text around it: embeddings, overrides and isolates, not the letters of any script.
const DIRECTION_CONTROL = /[\u202a-\u202e\u2066-\u2069]/;

/** Several lines of text, kept as written; nothing in it may make another text read otherwise. */
export function text(max: number, min = 0) {
  return anyText(max, min).refine((v) => !DIRECTION_CONTROL.test(v), { params: { key: 'direction_controls' } });
}

/** Bounds of an object whose fields are open: UTF-16 units of its JSON, and how many objects and lists are in one another. */
const MAX_OPEN = 4096;
const MAX_OPEN_DEPTH = 8;

/** Whether no more than `max` objects and lists are in one another; walks no deeper. */
function isWithin(value: unknown, max: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return max > 0 && Object.values(value).every((item) => isWithin(item, max - 1));
}

/**
 * An object of which these fields are known; others are kept exactly as they came, within bounds. The text `apart` has a bound of
 * its own.
 */
export function openObject<const S extends z.ZodRawShape>(known: S, apart?: string & keyof S) {
  const bounded = (v: object) => (apart === undefined ? v : { ...v, [apart]: '' });
  return z
    .looseObject(known)
    .refine((v) => isWithin(v, MAX_OPEN_DEPTH), { params: { key: 'too_deep', max: MAX_OPEN_DEPTH } })
    .refine((v) => JSON.stringify(bounded(v)).length <= MAX_OPEN, { params: { key: 'too_long', max: MAX_OPEN } });
}

/**
 * An integer in a query string. `Number()` would accept '', '0x10' and '1e1', so the digits are matched first
 * (DESIGN 5, Types).
 */
export function queryInt(range: { min?: number; max?: number } = {}) {
  return z
    .string()
    .regex(/^-?\d{1,15}$/)
    .transform(Number)
    .pipe(
      z
        .int()
        .min(range.min ?? Number.MIN_SAFE_INTEGER)
        .max(range.max ?? Number.MAX_SAFE_INTEGER),
    );
}

export const queryBool = asWritten(z.enum(['true', 'false'])).transform((v) => v === 'true');

/** Whatever has a name is found by all of it: a domain has up to 253 characters, a user up to 255. */
export const MAX_KEYWORD = 255;

/** Search text: a case-insensitive substring, never a pattern. An empty one filters nothing. */
export const keyword = line(MAX_KEYWORD).optional();

/** `page` and `size` of every list endpoint (spec section 1). */
export const pageQuery = z.object({
  page: queryInt({ min: 1 }).default(1),
  size: queryInt({ min: 1, max: 100 }).default(20),
});

/** The page object (spec 1.1). */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ list: z.array(item), total: z.int(), page: z.int(), size: z.int() });
}

export type Page<T> = { list: T[]; total: number; page: number; size: number };

/** Unix milliseconds. */
export const millis = z.int();

/** Query of an edit, an extension: `utime` of what its editor read. Nothing is written where that has changed since. */
export const editQuery = z.object({ utime: queryInt({ min: 0 }).optional() });

const isSeconds = (time: number) => time < 1e11;

/** A start of a time range; below 1e11 it is seconds (DESIGN 5, Time parameters). Answers milliseconds. */
export const queryTime = queryInt({ min: 0 }).transform((v) => (isSeconds(v) ? v * 1000 : v));

/** An inclusive end of a time range: one in seconds means that whole second. Answers milliseconds. */
const queryEndTime = queryInt({ min: 0 }).transform((v) => (isSeconds(v) ? v * 1000 + 999 : v));

/** `start_time` and `end_time` of a list, both inclusive, each open when left out (spec 4.4). */
export const timeRange = z.object({ start_time: queryTime.optional(), end_time: queryEndTime.optional() });

/** `refine` of a query with a time range, and the issue where it fails. */
export const endsAfterStart = ({ start_time, end_time }: z.output<typeof timeRange>) =>
  start_time === undefined || end_time === undefined || start_time <= end_time;
export const endBeforeStart = { path: ['end_time'], params: { key: 'end_before_start' } };
