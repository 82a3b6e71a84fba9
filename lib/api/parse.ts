import { z } from 'zod';
import type { Translator } from '@/lib/i18n/translate';
import { AppError } from './errors';
import { CONTROL } from './json';
import { zodMessage, zodMessageKey } from './zod-messages';

const MAX_QUERY_PARAMETERS = 100;

/** Query parameters by name. A name twice, too many, or broken escapes: 400. */
export function parseQuery(search: string): Record<string, string> {
  const out: Record<string, string> = {};
  if (search === '') return out;
  const pairs = search.split('&');
  if (pairs.length > MAX_QUERY_PARAMETERS) throw new AppError('err.request.malformed');
  for (const pair of pairs) {
    if (pair === '') continue;
    const at = pair.indexOf('=');
    const name = unescaped(at < 0 ? pair : pair.slice(0, at));
    if (Object.hasOwn(out, name)) throw new AppError('err.request.malformed', { field: name });
    Object.defineProperty(out, name, { value: unescaped(at < 0 ? '' : pair.slice(at + 1)), enumerable: true });
  }
  return out;
}

function unescaped(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    throw new AppError('err.request.malformed');
  }
}

/**
 * Checks a value against its schema. The first issue becomes a 400 that names the field and the valid values, under
 * the error that `fieldErrors` has for it.
 */
export function parseWith<S extends z.ZodType>(
  schema: S,
  value: unknown,
  t: Translator,
  fieldErrors: Readonly<Record<string, string>> = {},
): z.output<S> {
  const context = { async: false, error: (issue: z.core.$ZodRawIssue) => zodMessage(issue, t), reportInput: true };
  const result = schema._zod.run({ value, issues: [] }, context);
  if (result instanceof Promise) throw new z.core.$ZodAsyncError();
  const [first] = result.issues;
  if (!first) return result.value as z.output<S>;
  // Of a million issues only the one that is answered gets its words.
  const issue = firstIssue([z.core.util.finalizeIssue(first, context, z.config())], t);
  const field = fieldOf(issue);
  const own = fieldErrors[`${field}.${zodMessageKey(issue)}`];
  if (own) throw new AppError(own, { field });
  const isNoObject = field === undefined && issue.code === 'invalid_type';
  throw new AppError('err.request.invalid', {
    field,
    valid_values: validValues(issue),
    message: isNoObject ? t('validation.body_no_object') : issue.message,
  });
}

/**
 * A query as its contract reads it. Throws as `parseQuery` and `parseWith` do, and where a text in it holds control
 * characters, as one in a body does; filters, which compare with what requests really held, are no texts any more.
 */
export function queryOf<S extends z.ZodType>(schema: S, search: string, t: Translator): z.output<S> {
  const query = parseWith(schema, parseQuery(search), t);
  for (const [field, value] of Object.entries(query as object)) {
    if (typeof value !== 'string' || !CONTROL.test(value)) continue;
    throw new AppError('err.request.invalid', { field, message: t('validation.control_characters') });
  }
  return query;
}

type Issue = z.core.$ZodIssue;

/**
 * Of a union's branches, those that got furthest say most, and of these those that take the value's type: one that takes
 * more than a few values, as those few would not be all that is taken, or else the values of all.
 */
function firstIssue(issues: readonly Issue[], t: Translator): Issue {
  const issue = issues[0] as Issue;
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue;
  const branches = issue.errors.filter((branch) => branch.length > 0).map((branch) => firstIssue(branch, t));
  const depth = Math.max(...branches.map(({ path }) => path.length));
  const deepest = branches.filter(({ path }) => path.length === depth);
  const ofType = deepest.filter(isOfType);
  const furthest = ofType.length > 0 ? ofType : deepest;
  const said = furthest.find(({ code }) => code !== 'invalid_value') ?? valuesOfAll(furthest, t);
  return said ? { ...said, path: [...issue.path, ...said.path] } : issue;
}

/** Whether an issue is about what a value of the right type says. */
function isOfType(issue: Issue): boolean {
  if (issue.code !== 'invalid_value') return issue.code !== 'invalid_type';
  return issue.values.some((value) => typeof value === typeof issue.input);
}

function valuesOfAll(issues: Issue[], t: Translator): Issue | undefined {
  const values = issues.flatMap((issue) => (issue.code === 'invalid_value' ? issue.values : []));
  const [issue] = issues;
  if (issue?.code !== 'invalid_value') return issue;
  const ofAll = { ...issue, input: issue.input, values };
  return { ...ofAll, message: zodMessage(ofAll, t) };
}

function fieldOf(issue: Issue): string | undefined {
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path;
  return path.length > 0 ? path.map(String).join('.') : undefined;
}

function validValues(issue: Issue): (string | number)[] | undefined {
  if (issue.code !== 'invalid_value') return undefined;
  return issue.values.filter((v): v is string | number => typeof v === 'string' || typeof v === 'number');
}

export const MAX_IGNORED = 20;

/** Paths of what a body held and its schema did not keep (DESIGN 5, Unknown body fields); of many the first ones. */
export function ignoredFields(given: unknown, kept: unknown): string[] {
  const found: string[] = [];
  collectIgnored(given, kept, [], found);
  return found;
}

function collectIgnored(given: unknown, kept: unknown, path: (string | number)[], found: string[]): void {
  const isList = Array.isArray(given) && Array.isArray(kept);
  if (!isList && !(isObject(given) && isObject(kept))) return;
  const [from, to] = [given, kept] as Record<string, unknown>[];
  for (const key in from) {
    if (found.length >= MAX_IGNORED) return;
    path.push(key);
    if (isList || Object.hasOwn(to as object, key)) collectIgnored(from[key], to?.[key], path, found);
    else found.push(path.join('.'));
    path.pop();
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
