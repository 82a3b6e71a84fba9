import { DENIES, ownRuleOf } from '@/lib/render/nginx/vocabulary';
import { LINE_COLUMNS } from '../events/columns';
import { type AttackDetail, type EventLine, SOURCE_AUDIT } from '../events/event';
import { actionOf, classOf, isGate, leadingMatch, scoreOf } from '../events/rules';
import { asCount, asText, cleanHost, utcMs } from './fields';
import { parseJsonObject } from './nginx-json';
import { ParseError } from './parse-error';

type Fields = Record<string, unknown>;

function object(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** `Fri Nov 20 07:37:11 2026`: ModSecurity states no zone; UTC, which servers should run in, is assumed. */
function auditTime(text: string): number {
  const m = /^\w{3} (\w{3}) +(\d{1,2}) (\d\d):(\d\d):(\d\d) (\d{4})$/.exec(text);
  if (!m) throw new ParseError(text ? 'bad_time' : 'no_time');
  const [, month = '', day, hh, mm, ss, year] = m;
  const ms = utcMs(Number(year), month, Number(day), Number(hh), Number(mm), Number(ss));
  if (ms === undefined) throw new ParseError('bad_time');
  return ms;
}

/** A node that only watches says so with each transaction. */
const DETECTION = 'DetectionOnly';

function header(headers: Fields, name: string): string {
  for (const key of Object.keys(headers)) if (key.toLowerCase() === name) return asText(headers[key]);
  return '';
}

/** What rules found before the one that acted, as nodes write it (lib/render/nginx/sec-rules.ts). */
const FOUND = /against variable `TX:(?:acl|waf)_\w+' \(Value: `[\s\S]* found within (\S+)/;

/** The variable a rule looked at: stated in `data` (found within ARGS:id) or in `match` (against variable `ARGS:id'). */
function variableOf(data: string, match: string): string {
  const found =
    / found within ([^:\s]+(?::[^:\s]+)?)/.exec(data) ?? FOUND.exec(match) ?? /against variable `([^']*)'/.exec(match);
  return (found?.[1] ?? '').slice(0, 256);
}

function detailOf(message: Fields): { detail: AttackDetail; match: string; denies: boolean } {
  const details = object(message.details);
  // On a node a tenant's rule may have another number than in its policy, where its own is taken.
  const own = ownRuleOf(asText(message.message));
  const named = { rule_id: own?.id ?? asCount(details.ruleId) ?? 0, message: asText(message.message).slice(0, 512) };
  const match = asText(details.match);
  const data = asText(details.data);
  const detail = {
    ...named,
    severity: asCount(details.severity) ?? 0,
    attack_class: classOf(named),
    variable: variableOf(data, match),
    data: (data || match).slice(0, LINE_COLUMNS.data.max),
  };
  return { detail, match, denies: Array.isArray(details.tags) && details.tags.includes(DENIES) };
}

function verdictOf(
  messages: unknown,
  { status, isEnforced }: { status: number; isEnforced: boolean },
): Pick<EventLine, 'action' | 'attack_class' | 'rule_id' | 'score' | 'matches'> {
  const matches: AttackDetail[] = [];
  let score = 0;
  let denied = false;
  for (const item of Array.isArray(messages) ? messages : []) {
    const { detail, match, denies } = detailOf(object(item));
    matches.push(detail);
    denied ||= denies && isEnforced;
    if (isGate(detail.rule_id)) score = Math.max(score, scoreOf(detail.message) || scoreOf(match));
  }
  const lead = leadingMatch(matches);
  return {
    action: actionOf({ status, limited: false, matches, denied }),
    attack_class: lead?.attack_class ?? '',
    rule_id: lead?.rule_id ?? 0,
    score,
    matches,
  };
}

/** A line of a ModSecurity JSON audit log (v3). Throws ParseError when it is no transaction or has no id or time. */
export function parseModSecurity(text: string): EventLine {
  const row = parseJsonObject(text);
  if (typeof row.transaction !== 'object' || row.transaction === null) throw new ParseError('not_a_transaction');
  const tx = object(row.transaction);
  const request = object(tx.request);
  const headers = object(request.headers);
  const request_id = asText(tx.unique_id ?? tx.id);
  if (!request_id) throw new ParseError('no_request_id');
  const time = auditTime(asText(tx.time_stamp));
  const status = asCount(object(tx.response).http_code) ?? 0;
  const uri = asText(request.uri);
  const mark = uri.indexOf('?');
  const version = asText(request.http_version);
  return {
    time,
    source_time: time,
    sources: SOURCE_AUDIT,
    request_id,
    client_ip: asText(tx.client_ip),
    host: cleanHost(header(headers, 'host')),
    method: asText(request.method),
    path: mark < 0 ? uri : uri.slice(0, mark),
    query: mark < 0 ? '' : uri.slice(mark + 1),
    protocol: version ? `HTTP/${version === '1' ? '1.0' : version}` : '',
    status,
    user_agent: header(headers, 'user-agent'),
    referer: header(headers, 'referer'),
    ...verdictOf(tx.messages, { status, isEnforced: asText(object(tx.producer).secrules_engine) !== DETECTION }),
  };
}
