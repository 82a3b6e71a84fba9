import type { Match } from '@/lib/guard/rules/contract';
import { networks, type Plain, plainOf, textPattern } from './conditions';
import { isAscii, literal } from './escape';
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

/** What a rule of ModSecurity asks: variables and an operator, both safe to write between quotes. */
type Asked = { variables: string; operator: string; phase: 1 | 2 };

const VARIABLES: Readonly<Record<string, string>> = {
  uri: 'REQUEST_URI',
  path: 'REQUEST_FILENAME',
  query: 'QUERY_STRING',
  host: 'SERVER_NAME',
  method: 'REQUEST_METHOD',
  ip: 'REMOTE_ADDR',
  country: securityVariable('country'),
  asn: securityVariable('asn'),
  user_agent: 'REQUEST_HEADERS:User-Agent',
  referer: 'REQUEST_HEADERS:Referer',
  header: 'REQUEST_HEADERS',
  cookie: 'REQUEST_COOKIES',
  arg: 'ARGS_GET',
  body: 'REQUEST_BODY',
  content_length: 'REQUEST_HEADERS:Content-Length',
};
const NUMERIC: Readonly<Record<string, string>> = { eq: '@eq', gt: '@gt', lt: '@lt' };
const PLAIN_NAME = /^[A-Za-z0-9_-]+$/;

/** A part of a collection: header names in any case, others as they are written. */
export const partOf = (collection: string, name: string | undefined): string => {
  if (name === undefined || name === '') return collection;
  if (PLAIN_NAME.test(name)) return `${collection}:${name}`;
  return `${collection}:/^${collection === 'REQUEST_HEADERS' ? '(?i)' : ''}${literal(name)}$/`;
};

/** Undefined for a field that no variable of ModSecurity answers. */
function askedOf({ base, name, op, data }: Plain): Asked | undefined {
  const variable = VARIABLES[base];
  if (!variable) return undefined;
  const variables = partOf(variable, name);
  const phase = base === 'body' ? 2 : 1;
  if (base === 'ip') return { variables, operator: `@ipMatch ${networks(data).join(',')}`, phase };
  if (base === 'content_length') return { variables, operator: `${NUMERIC[op]} ${Number(data)}`, phase };
  // A query that is there has a character; of anything else that there is one is enough.
  const pcre = op === 'exists' && base === 'query' ? '.' : textPattern(op, data);
  return { variables, operator: `@rx ${pcre}`, phase };
}

/** One rule in a file. */
export const secRule = (variables: string, operator: string, actions: readonly string[]): string =>
  `SecRule ${variables} "${operator}" "${actions.join(',')}"`;

export type Conditioned = {
  /** Rules that find out, before, what is to be turned round. */
  before: string[];
  /** What must hold, in order. */
  asked: Asked[];
  phase: 1 | 2;
  notes: NoteKey[];
};

/** A variable of the transaction that says whether a condition held; absent ones have not. */
const flagged = (flag: string): Asked => ({ variables: `&TX:${flag}`, operator: '@eq 0', phase: 1 });

/**
 * The conditions of a rule. One that is turned round is asked first as it is, and must then not have held: a header that is not sent
 * has no value that could differ. Undefined where a field cannot be asked at all.
 */
export function conditioned(
  matches: readonly Match[],
  numbers: RuleNumbers,
  flag: string,
): Conditioned | { unsupported: string } {
  const plain = matches.map(plainOf);
  const all = plain.map(askedOf);
  const missing = matches[all.indexOf(undefined)];
  if (missing) return { unsupported: missing.field };
  const phase = all.some((one) => one?.phase === 2) ? 2 : 1;
  const before: string[] = [];
  const asked = all.flatMap((one, i): Asked[] => {
    if (!one) return [];
    if (!plain[i]?.not) return [one];
    const name = `${flag}_${i}`;
    before.push(secRule(one.variables, one.operator, turned(numbers, phase, name)));
    return [flagged(name)];
  });
  return { before, asked, phase, notes: notesOf(plain, phase) };
}

const turned = (numbers: RuleNumbers, phase: number, flag: string) => [
  ...[`id:${numbers.fresh()}`, `phase:${phase}`, 'pass', 'nolog'],
  ...['t:none', `setvar:tx.${flag}=1`],
];

function notesOf(plain: readonly Plain[], phase: 1 | 2): NoteKey[] {
  const notes = new Set<NoteKey>();
  for (const { base, name, op, data } of plain) {
    if (op === 'regex' && !isAscii(data)) notes.add('expression_bytes');
    if (base === 'header' && name === undefined) notes.add('header_values');
  }
  if (phase === 2) notes.add('body_later');
  return [...notes];
}

/** Rules that act where all that is asked holds, the first of a chain with the actions. */
export function chained(asked: readonly Asked[], actions: readonly string[]): string[] {
  const last = asked.length - 1;
  return asked.map(({ variables, operator }, i) => {
    const own = i === 0 ? actions : ['t:none'];
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
