import type { BruteForceRule } from '@/lib/guard/brute-force/contract';
import type { Match } from '@/lib/guard/rules/contract';
import { absent, isCostly, networks, type Plain, plainOf, textPattern } from './conditions';
import type { PolicyContent } from './content';
import { isAscii, isParameter, PADDED, quoted, WHOLE } from './escape';
import type { Pages } from './pages';
import { noted } from './sec-rules';
import { isAsSent, spelled } from './spelled';
import type { Note, NoteKey } from './vocabulary';
import { messageOf, nginxVariable } from './vocabulary';

type Rule = PolicyContent['cc_rules'][number];
type Action = { action_type: string; content?: string | undefined; duration?: number | undefined };

/** A limit, wherever it comes from. `name` is made of ids. */
type Limit = {
  name: string;
  about: NonNullable<Note['rule']>;
  matches: Match[];
  threshold: number;
  /** Seconds. */
  period: number;
  scope: string;
  action: Action;
  stime: number;
  etime: number;
};

export const ofRule = (site: string, rule: Rule): Limit => ({
  name: `cc_${site}_${rule.rule_id}`,
  about: { kind: 'cc', id: rule.rule_id },
  matches: rule.matches,
  threshold: rule.limit.threshold,
  period: rule.limit.period,
  scope: rule.limit.scope ?? 'ip',
  action: rule.action,
  stime: rule.stime,
  etime: rule.etime,
});

export const ofBruteForce = (site: string, rule: BruteForceRule): Limit => ({
  name: `bf_${site}_${rule.id}`,
  about: { kind: 'brute_force', id: rule.id },
  matches: [{ field: 'path', op: 'eq', data: rule.uri }],
  threshold: rule.rate,
  period: rule.rate_time * (rule.req_time_unit === 'ReqUnit_2_PMin' ? 60 : 1),
  scope: rule.level === 'ip' ? 'ip' : 'session',
  action: { action_type: rule.action.type, duration: rule.action.duration },
  ...{ stime: 0, etime: 0 },
});

/** What is counted together; those of one key share a bucket. */
const KEYS: Readonly<Record<string, string>> = {
  ip: '$binary_remote_addr',
  ip_uri: '$binary_remote_addr$uri',
  session: '$binary_remote_addr',
  uri: '$uri',
  host: '$host',
  global: 'all',
};
/** Room for some eight thousand addresses; the oldest go first. */
const ZONE = '512k';

export type Limits = { http: string[]; location: string[]; server: string[]; notes: Note[] };

/** Whose limits they are. `name` is made of ids. */
type Owner = { policy_id: string; name: string };

/** Rate limits as zones of nginx: each counts only what all conditions of its rule hold for. */
export function limits(all: readonly Limit[], pages: Pages, owner: Owner): Limits {
  const http: string[] = [];
  const location: string[] = [];
  const notes: Note[] = [];
  const counting: Limit[] = [];
  const isObserved = all.length > 0 && all.every(({ action }) => action.action_type === 'monitor');
  for (const one of all) {
    const found = conditionsOf(one);
    if ('unsupported' in found) {
      notes.push({ key: 'field_unsupported', rule: one.about, field: found.unsupported });
      continue;
    }
    if (one.action.action_type === 'monitor' && !isObserved) {
      notes.push({ key: 'monitor_beside_limit', rule: one.about });
      continue;
    }
    const { rate, isSlow } = rateOf(one);
    http.push(...found.lines, `limit_req_zone $${one.name} zone=${one.name}:${ZONE} rate=${rate};`);
    counting.push(one);
    // The first request takes no place in the burst.
    const burst = Math.min(one.threshold, MAX_BURST) - 1;
    location.push(`limit_req zone=${one.name}${burst > 0 ? ` burst=${burst}` : ''} nodelay;`);
    notes.push(...noted([...saidOf(one, isSlow), ...found.notes], one.about));
  }
  if (location.length > 0) location.push('limit_req_status 429;');
  if (isObserved && location.length > 0) location.push('limit_req_dry_run on;');
  const page = pageOf(all, pages, notes);
  const named = namesOf(counting, owner);
  http.push(...named.http);
  return {
    http,
    location,
    server: [...named.server, ...(page ? [`error_page 429 /.parapet/${page}.html;`] : [])],
    notes,
  };
}

/**
 * Names the rule by which a request was counted, for the log. nginx does not say which of several limits it exceeded, so only a request that
 * one limit counts has a name.
 */
function namesOf(all: readonly Limit[], { policy_id, name }: Owner): { http: string[]; server: string[] } {
  const entries = all.flatMap(({ about }, i) => {
    if (about.kind !== 'cc') return [];
    const only = all.map((_, j) => (i === j ? 1 : 0)).join('');
    return [`"${only}" "${messageOf({ kind: 'cc', id: about.id, policy_id })}";`];
  });
  if (entries.length === 0) return { http: [], server: [] };
  const variable = `$limit_of_${name}`;
  const flags = all.map((one) => `$${one.name}_on`).join('');
  return {
    http: [`map "${flags}" ${variable} { default ""; ${entries.join(' ')} }`],
    server: [`set $parapet_rule ${variable};`],
  };
}

const MAX_BURST = 1_000_000;

/** Requests a second or a minute, whole numbers both: one that is slower than one a minute is rounded up to it. */
function rateOf({ threshold, period }: Limit): { rate: string; isSlow: boolean } {
  const perSecond = threshold / period;
  if (perSecond >= 10) return { rate: `${Math.round(perSecond)}r/s`, isSlow: false };
  const perMinute = perSecond * 60;
  return { rate: `${Math.max(1, Math.round(perMinute))}r/m`, isSlow: perMinute < 1 };
}

function saidOf({ scope, action }: Limit, isSlow: boolean): NoteKey[] {
  return said([
    [true, 'leaky_bucket'],
    [isSlow, 'slow_rate'],
    [scope === 'session', 'session_as_address'],
    [(action.duration ?? 0) > 0, 'duration_once'],
    [action.action_type === 'captcha', 'captcha_static'],
  ]);
}

const said = (all: readonly [boolean, NoteKey][]): NoteKey[] => all.filter(([isSaid]) => isSaid).map(([, key]) => key);

/** nginx cannot say which limit was exceeded, so a site has one page for all of them. */
function pageOf(all: readonly Limit[], pages: Pages, notes: Note[]): number | undefined {
  const texts = all.filter(({ action }) => action.content && action.action_type !== 'monitor');
  const others = new Set(texts.map(({ action }) => action.content));
  if (others.size > 1)
    notes.push(...texts.slice(1).map(({ about }) => ({ key: 'one_limit_page' as const, rule: about })));
  return texts[0]?.action.content ? pages.add(texts[0].action.content, 429) : undefined;
}

type Asked = { lines: string[]; notes: NoteKey[] } | { unsupported: string };

/** Maps that say whether each condition holds, and one that gives the key where all do. */
function conditionsOf({ name, matches, scope, stime, etime }: Limit): Asked {
  const plain = matches.map(plainOf);
  const lines: string[] = [];
  for (const [i, one] of plain.entries()) {
    const line = mapOf(one, `${name}_${i}`);
    if (!line) return { unsupported: matches[i]?.field ?? '' };
    lines.push(line);
  }
  const clock = clockOf({ stime, etime }, `${name}_t`);
  lines.push(...clock);
  const flags = [...plain.map((_, i) => `$${name}_${i}`), ...(clock.length > 0 ? [`$${name}_t`] : [])];
  const key = KEYS[scope] ?? KEYS.ip;
  const all = '1'.repeat(flags.length);
  lines.push(`map "${flags.join('')}" $${name} { default ""; "${all}" "${key}"; }`);
  lines.push(`map "${flags.join('')}" $${name}_on { default 0; "${all}" 1; }`);
  const isBytes = plain.some(({ op, data }) => op === 'regex' && !isAscii(data));
  const isGivenUp = plain.some(({ op, data }) => isCostly(op, data));
  const isSent = plain.some(isAsSent);
  return {
    lines,
    notes: said([
      [isBytes, 'expression_bytes'],
      [isGivenUp, 'expression_gives_up'],
      [isSent, 'value_as_sent'],
    ]),
  };
}

const SOURCES: Readonly<Record<string, string>> = {
  uri: '$request_uri',
  path: '$uri',
  query: '$args',
  host: '$host',
  method: '$request_method',
  country: nginxVariable('country'),
  asn: nginxVariable('asn'),
  user_agent: '$http_user_agent',
  referer: '$http_referer',
  content_length: '$content_length',
};

const HEADERS = new Set(['header', 'user_agent', 'referer']);

/** nginx has a variable for each header, cookie and argument whose name it can spell. */
function sourceOf({ base, name }: Plain): string | undefined {
  if (name === undefined) return SOURCES[base];
  if (base === 'header')
    return /^[A-Za-z0-9-]+$/.test(name) ? `$http_${name.toLowerCase().replaceAll('-', '_')}` : undefined;
  if (!/^[A-Za-z0-9_]+$/.test(name)) return undefined;
  return base === 'cookie' || base === 'arg' ? `$${base}_${name}` : undefined;
}

function mapOf(plain: Plain, flag: string): string | undefined {
  const [yes, no] = plain.not ? [0, 1] : [1, 0];
  if (plain.base === 'ip') {
    const entries = networks(plain.data).map((network) => `${network} ${yes};`);
    return `geo $remote_addr $${flag} { default ${no}; ${entries.join(' ')} }`;
  }
  const found = spelled(plain);
  if (found) return `map ${found.source} $${flag} { default ${no}; ${quoted(`~${found.pcre}`)} ${yes}; }`;
  const source = sourceOf(plain);
  if (!source || plain.op === 'gt' || plain.op === 'lt') return undefined;
  // nginx takes the default where it gives an expression up, and then counts.
  const isTurned = isCostly(plain.op, plain.data) && !plain.not;
  const edges = HEADERS.has(plain.base) ? PADDED : WHOLE;
  const text = isTurned ? absent(plain.data, edges) : textPattern(plain.op, plain.data, edges);
  const pcre = plain.op === 'exists' ? '.' : text;
  if (!isParameter(pcre)) return undefined;
  if (isTurned) return `map ${source} $${flag} { default 1; ${quoted(`~${pcre}`)} 0; }`;
  return `map ${source} $${flag} { default ${no}; ${quoted(`~${pcre}`)} ${yes}; }`;
}

/** Whether the clock is within the rule's time, as the seconds of now fit a pattern of digits. */
function clockOf({ stime, etime }: { stime: number; etime: number }, flag: string): string[] {
  if (stime === 0 && etime === 0) return [];
  const from = stime > 0 ? Math.ceil(stime / 1000) : 0;
  const until = etime > 0 ? Math.ceil(etime / 1000) : 9_999_999_999;
  const later = quoted(`~${atLeast(from)}`);
  const over = quoted(`~${atLeast(until)}`);
  return [`map $msec $${flag} { default 0; ${over} 0; ${later} 1; }`];
}

/** A pattern for the seconds of `$msec` that are not before a moment, ten digits as they have until the year 2286. */
function atLeast(seconds: number): string {
  const digits = String(seconds).padStart(10, '0');
  const above = [...digits].flatMap((digit, i) => {
    if (digit === '9') return [];
    const rest = 9 - i;
    return [`${digits.slice(0, i)}[${Number(digit) + 1}-9]${rest > 0 ? `[0-9]{${rest}}` : ''}`];
  });
  return `\\A(?:${[...above, digits].join('|')})(?:\\.|\\z)`;
}
