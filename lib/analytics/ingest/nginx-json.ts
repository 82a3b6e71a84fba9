import { ownRuleOf } from '@/lib/render/nginx/vocabulary';
import { type EventLine, SOURCE_ACCESS } from '../events/event';
import { classOf } from '../events/rules';
import { asCount, asText, cleanHost, replaceEscapes, secondsToMs } from './fields';
import { ParseError } from './parse-error';

/** `\xHH`, which nginx writes without escape=json, is no JSON; everything else is left as it is. */
const asJson = (text: string) =>
  replaceEscapes(text, { written: (read) => JSON.stringify(read).slice(1, -1), other: (whole) => whole });

export function parseJsonObject(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    try {
      value = JSON.parse(asJson(text));
    } catch {
      throw new ParseError('not_json');
    }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ParseError('not_json');
  return value as Record<string, unknown>;
}

function timeOf(row: Record<string, unknown>): number {
  const msec = Number(row.msec);
  if (row.msec !== undefined && Number.isFinite(msec) && msec > 0) return Math.round(msec * 1000);
  const text = asText(row.time) || asText(row.time_iso8601) || asText(row['@timestamp']) || asText(row.timestamp);
  if (!text) throw new ParseError('no_time');
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new ParseError('bad_time');
  return ms;
}

/** Path and query from $uri and $args, from $request_uri, or from the whole request line. */
function targetOf(row: Record<string, unknown>): { method: string; path: string; query: string; protocol: string } {
  let method = asText(row.method) || asText(row.request_method);
  let protocol = asText(row.protocol) || asText(row.server_protocol);
  let target = asText(row.request_uri);
  const line = asText(row.request);
  if (line && !row.uri && !target) {
    const [m = '', t = '', p = ''] = line.split(' ');
    method ||= m;
    target = t;
    protocol ||= p;
  }
  if (row.uri !== undefined)
    return { method, protocol, path: String(row.uri), query: asText(row.args ?? row.query_string) };
  const mark = target.indexOf('?');
  return mark < 0
    ? { method, protocol, path: target, query: '' }
    : { method, protocol, path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/** What nginx itself refused: by an IP list, or by a rate limit, each of which its node names. */
function verdictOf(
  message: string,
  { status, isLimited }: { status: number; isLimited: boolean },
): Pick<EventLine, 'action' | 'attack_class' | 'rule_id' | 'matches'> {
  const own = ownRuleOf(message);
  if (own?.kind === 'list' && status === 403) return { action: 'block', ...matchedBy({ rule_id: 0, message }) };
  if (!isLimited) return { action: 'pass' };
  if (own?.kind !== 'cc') return { action: 'limit' };
  return { action: 'limit', ...matchedBy({ rule_id: own.id, message }) };
}

function matchedBy(named: { rule_id: number; message: string }) {
  const attack_class = classOf(named);
  return {
    rule_id: named.rule_id,
    attack_class,
    matches: [{ ...named, attack_class, severity: 0, variable: '', data: '' }],
  };
}

/** A line of an nginx JSON access log. Throws ParseError when there is no time or no status. */
export function parseNginxJson(text: string): EventLine {
  const row = parseJsonObject(text);
  const status = asCount(row.status);
  if (status === undefined) throw new ParseError('no_status');
  const time = timeOf(row);
  const limited = row.limit_req_status === 'REJECTED' || row.limit_conn_status === 'REJECTED';
  return {
    time,
    source_time: time,
    sources: SOURCE_ACCESS,
    request_id: asText(row.request_id),
    client_ip: asText(row.remote_addr) || asText(row.client_ip),
    host: cleanHost(row.host ?? row.http_host ?? row.server_name),
    ...targetOf(row),
    status,
    upstream_status: asCount(row.upstream_status),
    bytes_in: asCount(row.request_length),
    bytes_out: asCount(row.bytes_sent ?? row.body_bytes_sent),
    latency_ms: secondsToMs(row.request_time),
    upstream_ms: secondsToMs(row.upstream_response_time),
    cache_status: asText(row.upstream_cache_status).toLowerCase(),
    tls: asText(row.ssl_protocol),
    user_agent: asText(row.user_agent ?? row.http_user_agent),
    referer: asText(row.referer ?? row.http_referer),
    node_id: asText(row.node ?? row.node_id),
    ...verdictOf(asText(row.rule), { status, isLimited: limited || status === 429 }),
  };
}
