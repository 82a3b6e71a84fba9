import type { Match } from '@/lib/guard/rules/contract';
import type { Operator } from '@/lib/guard/rules/vocabulary';
import { absent, isCostly, networks, type Plain, plainOf, textPattern } from './conditions';
import { isAscii, literal, QUOTABLE } from './escape';
import type { Note, NoteKey } from './vocabulary';
import { DENIES, securityVariable } from './vocabulary';

/** Numbers of rules within one site: those of the tenant where they are free, others far above them. */
export class RuleNumbers {
  readonly #taken = new Set<number>();
  #next = 2_000_000_000;

  own(id: number): number {
    const isFree = Number.isInteger(id) && id > 0 && id < 2_000_000_000 && !isCore(id) && !this.#taken.has(id);
    if (!isFree) return this.fresh();
    this.#taken.add(id);
    return id;
  }

  fresh(): number {
    return this.#next++;
  }
}

/** The policy that rules are of, and the tags which say so in logs. */
export type Place = { policy_id: string; tags: readonly string[] };

/** Actions of a rule that refuses a request. */
export const deny = (status: number): string[] => ['deny', `status:${status}`, 'log', 'auditlog', `tag:'${DENIES}'`];

/** The numbers of the OWASP rules, and of what reads bodies for them. */
const isCore = (id: number) => (id >= 900_000 && id <= 999_999) || (id >= 200_000 && id <= 200_099);

/** What a rule of ModSecurity asks: variables and an operator, both safe to write between quotes, and what is made of the variables before. */
export type Asked = {
  variables: string;
  operator: string;
  phase: 1 | 2;
  transforms?: readonly string[];
  /** Instead of these: what may be made of the variables, each of which is asked. */
  readings?: readonly (readonly string[])[];
};

/** The path as nginx has it, and as most origins read it: without doubled slashes, `.` and `..`; a backslash is a slash to those of Windows. */
export const NORMALISED = ['t:normalizePathWin'] as const;

/** What a condition on such a path is compared with. */
export function slashed(op: Operator, data: string): string {
  if (op !== 'regex') return data.replaceAll('\\', '/');
  return data.replace(/\\([\s\S])/g, (pair, sign) => (sign === '\\' ? '/' : pair));
}

/** Bytes of a body that are inspected: a kilobyte takes a millisecond, in which the worker serves nobody else. */
export const READ = 131_072;

const COOKIES = 'REQUEST_COOKIES';
const HEADERS = 'REQUEST_HEADERS';
/** Those of the query. */
export const ARGUMENTS = 'ARGS_GET';
/** A value as it came, and as origins read it: without spaces around it, percent-decoded, and with a character for `\145` and `\"`. */
const READINGS = [[], ['t:trim', 't:urlDecodeUni'], ['t:trim', 't:urlDecodeUni', 't:escapeSeqDecode']] as const;

const PATH = 'REQUEST_FILENAME';
/** The host as nginx has it: in small letters, without a dot at its end. */
const HOST = 'TX:parapet_host';

/**
 * ModSecurity's path ends at a `%3F`, after which `..` may lead elsewhere, and `..;` is `..` to origins of Java: what no browser sends is not told
 * apart, but refused.
 */
const HIDDEN =
  '^[^?]*(?:%3[fF][^?]*(?:/|%2[fF])(?:[.]|%2[eE]){2}|(?:[/\\x5c]|%2[fF]|%5[cC])(?:[.]|%2[eE]){1,2}(?:;|%3[bB]))';

/** What comes before rules that ask for the path or the host. */
export function derivedFor(lines: readonly string[], numbers: RuleNumbers): string[] {
  const asks = (variable: string) => lines.some((line) => line.includes(variable));
  const own = () => [`id:${numbers.fresh()}`, 'phase:1', 't:none'];
  const refused = () => [...own(), ...deny(400), "msg:'The path can be read in two ways'"];
  const host = () => [...own(), 't:lowercase', 'pass', 'nolog', 'capture', 'setvar:tx.parapet_host=%{TX.1}'];
  return [
    ...(asks(PATH) ? [secRule('REQUEST_URI_RAW', `@rx ${HIDDEN}`, refused())] : []),
    ...(asks(HOST) ? [secRule('SERVER_NAME', '@rx ^(.*?)[.]?$', host())] : []),
  ];
}

const VARIABLES: Readonly<Record<string, string>> = {
  // The first percent-decoded, so that neither spelling passes a rule on the other.
  uri: 'REQUEST_URI|REQUEST_URI_RAW',
  path: PATH,
  query: 'QUERY_STRING',
  host: HOST,
  method: 'REQUEST_METHOD',
  ip: 'REMOTE_ADDR',
  country: securityVariable('country'),
  asn: securityVariable('asn'),
  user_agent: 'REQUEST_HEADERS:User-Agent',
  referer: 'REQUEST_HEADERS:Referer',
  header: HEADERS,
  cookie: COOKIES,
  arg: ARGUMENTS,
  body: 'REQUEST_BODY',
  content_length: 'REQUEST_HEADERS:Content-Length',
};
/** Of a body whose length the request does not say, that of what is read of it. */
const UNSIZED: readonly Asked[] = [
  { variables: '&REQUEST_HEADERS:Content-Length', operator: '@eq 0', phase: 2 },
  { variables: 'REQUEST_BODY_LENGTH', operator: '@gt 0', phase: 2 },
];
const NUMERIC: Readonly<Record<string, string>> = { eq: '@eq', gt: '@gt', lt: '@lt' };
const PLAIN_NAME = /^[A-Za-z0-9_-]+$/;

/** A part of a collection: header names in any case, others as they are written; those of cookies may have spaces around them. */
export const partOf = (collection: string, name: string | undefined): string => {
  if (name === undefined || name === '') return collection;
  if (collection === COOKIES) return `${COOKIES}:/^\\s*${literal(name)}\\s*$/`;
  if (PLAIN_NAME.test(name)) return `${collection}:${name}`;
  return `${collection}:/^${collection === HEADERS ? '(?i)' : ''}${literal(name)}$/`;
};

/** Compares the text of variables. Where an expression is given up, what is asked counts as so, or not. */
export function textAsked(variables: string, op: Operator, data: string, countsGivenUp: boolean) {
  const isCookie = variables.startsWith(COOKIES);
  const edges = isCookie ? QUOTABLE : undefined;
  const isGivenUp = countsGivenUp && isCostly(op, data);
  const operator = isGivenUp ? `!@rx ${absent(data, edges)}` : `@rx ${textPattern(op, data, edges)}`;
  if (op === 'exists') return { variables, operator };
  // nginx leaves tabs around a header's value, which origins take away.
  const transforms = variables.startsWith(HEADERS) ? ['t:trim'] : [];
  return { variables, operator, ...(isCookie ? { readings: READINGS } : { transforms }) };
}

/** Undefined for a field that no variable of ModSecurity answers. */
function askedOf({ base, name, op, data }: Plain, countsGivenUp: boolean): Asked | undefined {
  const variable = VARIABLES[base];
  if (!variable) return undefined;
  const variables = partOf(variable, name);
  const phase = base === 'body' ? 2 : 1;
  if (base === 'ip') return { variables, operator: `@ipMatch ${networks(data).join(',')}`, phase };
  if (base === 'content_length') return { variables, operator: `${NUMERIC[op]} ${Number(data)}`, phase };
  // A query that is there has a character; of anything else that there is one is enough.
  if (op === 'exists' && base === 'query') return { variables, operator: '@rx .', phase };
  if (base !== 'path') return { ...textAsked(variables, op, data, countsGivenUp), phase };
  return { ...textAsked(variables, op, slashed(op, data), countsGivenUp), transforms: NORMALISED, phase };
}

/** One rule in a file. */
export const secRule = (variables: string, operator: string, actions: readonly string[]): string =>
  `SecRule ${variables} "${operator}" "${actions.join(',')}"`;

export type Conditioned = {
  /** Rules that find out, before, what is turned round or read in several ways. */
  before: string[];
  /** What must hold, in order. */
  asked: Asked[];
  phase: 1 | 2;
  notes: NoteKey[];
};

type Found = { flag: string; isTurned: boolean; phase: 1 | 2; numbers: RuleNumbers };

/**
 * A condition of the rule that acts, with what is asked before it: what is turned round, since a header that is not sent has no value that could
 * differ, and what is read in several ways, which ModSecurity's own multiMatch would log without the words and tags of the rule.
 */
export function foundBefore(one: Asked, { flag, isTurned, phase, numbers }: Found) {
  const readings = one.readings ?? [one.transforms ?? []];
  if (!isTurned && readings.length === 1) return { before: [], asked: one };
  const value = isTurned ? '1' : '%{MATCHED_VAR} found within %{MATCHED_VAR_NAME}';
  const before = readings.flatMap((transforms) => {
    const own = [`id:${numbers.fresh()}`, `phase:${phase}`, 'pass', 'nolog', 't:none', `setvar:'tx.${flag}=${value}'`];
    return chained([{ ...one, transforms }], own);
  });
  const asked: Asked = isTurned
    ? { variables: `&TX:${flag}`, operator: '@eq 0', phase }
    : { variables: `TX:${flag}`, operator: '@unconditionalMatch', phase };
  return { before, asked };
}

/**
 * The conditions of a rule. Of a rule that allows, an expression that is given up lets nothing through; of any other it counts as one for
 * which the condition holds. Undefined where a field cannot be asked at all.
 */
export function conditioned(
  matches: readonly Match[],
  numbers: RuleNumbers,
  flag: string,
  { allows, isUnsized = false }: { allows: boolean; isUnsized?: boolean },
): Conditioned | { unsupported: string } {
  const plain = matches.map(plainOf);
  const all = plain.map((one) => (isUnsized && isLength(one) ? lengthOf(one) : askedOf(one, one.not === allows)));
  const missing = matches[all.indexOf(undefined)];
  if (missing) return { unsupported: missing.field };
  const phase = all.some((one) => one?.phase === 2) ? 2 : 1;
  const before: string[] = [];
  const asked = all.flatMap((one, i): Asked[] => {
    if (!one) return [];
    if (isUnsized && isLength(plain[i])) return [...UNSIZED, one];
    const isTurned = plain[i]?.not ?? false;
    const found = foundBefore(one, { flag: `${flag}_${i}`, isTurned, phase, numbers });
    before.push(...found.before);
    return [found.asked];
  });
  return { before, asked, phase, notes: notesOf(plain, phase) };
}

/** Whether a condition is on the length of the body, which a request need not say. */
export const isLength = (plain: Pick<Plain, 'base'> | undefined): boolean => plain?.base === 'content_length';

/** A body that is not read to its end is longer than any length. */
const lengthOf = ({ op, data }: Plain): Asked => {
  const isBeyond = op === 'gt' && Number(data) >= READ;
  const operator = isBeyond ? `@ge ${READ}` : `${NUMERIC[op]} ${Number(data)}`;
  return { variables: 'REQUEST_BODY_LENGTH', operator, phase: 2 };
};

function notesOf(plain: readonly Plain[], phase: 1 | 2): NoteKey[] {
  const notes = new Set<NoteKey>();
  for (const { base, name, op, data } of plain) {
    if (op === 'regex' && !isAscii(data)) notes.add('expression_bytes');
    if (isCostly(op, data)) notes.add('expression_gives_up');
    if (base === 'header' && name === undefined) notes.add('header_values');
  }
  if (phase === 2) notes.add('body_later');
  return [...notes];
}

/** Rules that act where all that is asked holds, the first of a chain with the actions. */
export function chained(asked: readonly Asked[], actions: readonly string[]): string[] {
  const last = asked.length - 1;
  return asked.map(({ variables, operator, transforms = [] }, i) => {
    const own = [...(i === 0 ? actions : ['t:none']), ...transforms];
    return `${'  '.repeat(Math.min(i, 1))}${secRule(variables, operator, i === last ? own : [...own, 'chain'])}`;
  });
}

/** A condition on the clock, where a rule has a beginning or an end; both in milliseconds, 0 for none. */
export function within({ stime, etime }: { stime: number; etime: number }): Asked[] {
  const clock = (operator: string): Asked => ({ variables: 'TIME_EPOCH', operator, phase: 1 });
  return [
    ...(stime > 0 ? [clock(`@ge ${Math.ceil(stime / 1000)}`)] : []),
    ...(etime > 0 ? [clock(`@lt ${Math.ceil(etime / 1000)}`)] : []),
  ];
}

export const noted = (keys: readonly NoteKey[], rule: Note['rule']): Note[] => keys.map((key) => ({ key, rule }));
