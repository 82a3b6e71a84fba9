import { createHash } from 'node:crypto';
import type { Enricher } from '../enrich/enricher';
import {
  ACTIONS,
  type Action,
  type AnalyticsEvent,
  ATTACK_CLASSES,
  type AttackClass,
  type AttackDetail,
  CACHE_STATUSES,
  type CacheStatus,
  type EventWithDetails,
  KEPT_TEXT,
  SOURCE_ACCESS,
  SOURCE_AUDIT,
} from '../events/event';
import { idOfRequest } from '../events/identity';
import { actionOf, attackClassOf, leadingMatch } from '../events/rules';
import { cleanHost } from './fields';

/** Who owns a host; both empty when nobody does. */
export type Owner = { oem_id: string; domain_id: string };
export type OwnerOf = (host: string) => Owner;

type Fields = Record<string, unknown>;

/** Years 2000 to 2100: a time outside is a unit mistake, not traffic. */
const FIRST = 946_684_800_000;
const LAST = 4_102_444_800_000;
const MAX_INT = 2_147_483_647;
const MAX_MATCHES = 100;

/** At most `max` UTF-16 units. U+FFFF, which is no character, separates columns on their way into the store. */
function text(value: unknown, max: number): string {
  if (typeof value !== 'string' || value === '') return '';
  const short = value.length > max ? value.slice(0, max) : value;
  return short.includes('\uffff') ? short.replaceAll('\uffff', '\ufffd') : short;
}

function count(value: unknown, max: number): number {
  return typeof value === 'number' && value >= 0 ? Math.min(Math.round(value), max) : 0;
}

function duration(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 ? Math.min(Math.round(value), MAX_INT) : null;
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && value >= FIRST && value < LAST;
}

function refererHost(referer: string): string {
  const found = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(referer);
  return cleanHost((found?.[1] ?? '').replace(/^.*@/, '')).slice(0, 255);
}

function matchOf(value: unknown): AttackDetail {
  const m = (typeof value === 'object' && value !== null ? value : {}) as Fields;
  const rule_id = count(m.rule_id, MAX_INT);
  return {
    rule_id,
    message: text(m.message, 512),
    severity: count(m.severity, 9),
    attack_class: attackClassOf(rule_id),
    variable: text(m.variable, 256),
    data: text(m.data, KEPT_TEXT),
  };
}

const isAction = (value: unknown): value is Action => ACTIONS.includes(value as Action);
const isClass = (value: unknown): value is AttackClass => ATTACK_CLASSES.includes(value as AttackClass);

function cacheStatus(value: unknown): CacheStatus {
  const lower = text(value, 32).toLowerCase();
  return CACHE_STATUSES.find((s) => s === lower) ?? 'none';
}

/** 64 bits of identity: given, from the request id, or from the content (the line alone, so it repeats as itself). */
function identity(line: Fields, requestId: string): bigint {
  if (typeof line.event_id === 'string' && /^[0-9a-f]{16}$/.test(line.event_id)) return BigInt(`0x${line.event_id}`);
  const hex = requestId
    ? idOfRequest(requestId)
    : createHash('md5').update(JSON.stringify(line)).digest('hex').slice(0, 16);
  return BigInt(`0x${hex}`);
}

function verdict(line: Fields, details: AttackDetail[], status: number) {
  const lead = leadingMatch(details);
  return {
    action: isAction(line.action) ? line.action : actionOf({ status, limited: false, matches: details }),
    attack_class: isClass(line.attack_class) ? line.attack_class : (lead?.attack_class ?? ''),
    rule_id: count(line.rule_id, MAX_INT) || (lead?.rule_id ?? 0),
    score: count(line.score, MAX_INT),
  } as const;
}

/**
 * An event from a line as it came over HTTP, enriched and owned; null when it has no believable time. Text is cut to
 * what the store keeps, numbers are bounded: nothing a sender writes can fail the batch.
 */
export function acceptLine(value: unknown, enricher: Enricher, ownerOf: OwnerOf): EventWithDetails | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const line = value as Fields;
  if (!isTime(line.time)) return null;
  const time = Math.round(line.time);
  const details = Array.isArray(line.matches) ? line.matches.slice(0, MAX_MATCHES).map(matchOf) : [];
  const request_id = text(line.request_id, 128);
  const client_ip = text(line.client_ip, 64);
  const user_agent = text(line.user_agent, 512);
  const host = text(line.host, 255).toLowerCase();
  const status = count(line.status, 999);
  const sources = count(line.sources, 3) || (line.matches ? SOURCE_ACCESS | SOURCE_AUDIT : SOURCE_ACCESS);
  const event: AnalyticsEvent = {
    event_id: identity(line, request_id),
    time,
    source_time: isTime(line.source_time) ? Math.round(line.source_time) : time,
    sources,
    ...ownerOf(host),
    node_id: text(line.node_id, 64),
    request_id,
    client_ip,
    ...enricher.place(client_ip),
    region: '',
    method: text(line.method, 32),
    host,
    path: text(line.path, 1024),
    query: text(line.query, KEPT_TEXT),
    status,
    upstream_status: count(line.upstream_status, 999),
    bytes_in: count(line.bytes_in, Number.MAX_SAFE_INTEGER),
    bytes_out: count(line.bytes_out, Number.MAX_SAFE_INTEGER),
    latency_ms: duration(line.latency_ms),
    upstream_ms: duration(line.upstream_ms),
    cache_status: cacheStatus(line.cache_status),
    protocol: text(line.protocol, 16),
    tls: text(line.tls, 16),
    ...enricher.userAgent(user_agent),
    user_agent,
    referer_host: refererHost(text(line.referer, KEPT_TEXT)),
    ...verdict(line, details, status),
  };
  return { event, details: (sources & SOURCE_AUDIT) !== 0 ? details : [] };
}
