import { createHash } from 'node:crypto';
import { cut } from '@/lib/text/well-formed';
import type { Enricher } from '../enrich/enricher';
import { LINE_COLUMNS, type NumberColumn, type TextColumn } from '../events/columns';
import {
  type AnalyticsEvent,
  type AttackDetail,
  type EventWithDetails,
  SOURCE_ACCESS,
  SOURCE_AUDIT,
} from '../events/event';
import { idOfRequest } from '../events/identity';
import { actionOf, classOf, leadingMatch } from '../events/rules';
import { ACTIONS, ATTACK_CLASSES, CACHE_STATUSES, type CacheStatus, type RejectReason } from '../events/vocabulary';
import { cleanHost } from './fields';

/** Whose a host is; `domain_id` is empty when it is nobody's. */
export type Owner = { oem_id: string; domain_id: string };
/** undefined: the host is one that the sender may not send for. */
export type OwnerOf = (host: string) => Owner | undefined;

type Fields = Record<string, unknown>;

const MAX_MATCHES = 100;

class Refused extends Error {
  constructor(readonly reason: RejectReason) {
    super(reason);
  }
}

/** At most as many characters as the column takes. Throws Refused for what is no text. U+FFFF, which is no character, separates columns on their way into the store. */
function text(fields: Fields, name: TextColumn): string {
  const value = fields[name] ?? '';
  if (typeof value !== 'string') throw new Refused('invalid_event');
  if (value === '') return '';
  const short = cut(value, LINE_COLUMNS[name].max);
  return short.includes('\uffff') ? short.replaceAll('\uffff', '\ufffd') : short;
}

/** A whole number within the column's range; undefined when the line has none. Throws Refused for any other. */
function number(fields: Fields, name: NumberColumn): number | undefined {
  const value = fields[name] ?? undefined;
  if (value === undefined) return undefined;
  if (typeof value !== 'number') throw new Refused('invalid_event');
  const { min, max } = LINE_COLUMNS[name];
  if (!(value >= min && value <= max)) throw new Refused('out_of_range');
  return Math.round(value);
}

/** Host of the authority of a URL, which may have a user before it and a port after it. */
export const hostOfAuthority = (authority: string) =>
  cut(cleanHost(authority.replace(/^.*@/, '')), LINE_COLUMNS.host.max);

function refererHost(referer: string): string {
  return hostOfAuthority(/^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(referer)?.[1] ?? '');
}

function matchesOf(line: Fields): AttackDetail[] {
  const matches = line.matches ?? [];
  if (!Array.isArray(matches)) throw new Refused('invalid_event');
  return matches.slice(0, MAX_MATCHES).map(matchOf);
}

function matchOf(value: unknown): AttackDetail {
  if (typeof value !== 'object' || value === null) throw new Refused('invalid_event');
  const match = value as Fields;
  const named = { rule_id: number(match, 'rule_id') ?? 0, message: text(match, 'message') };
  return {
    ...named,
    severity: number(match, 'severity') ?? 0,
    attack_class: classOf(named),
    variable: text(match, 'variable'),
    data: text(match, 'data'),
  };
}

/** One of the words; undefined when the line has none. Another one is refused: a `blocked` would count as passed. */
function word<W extends string>(value: unknown, words: readonly W[]): W | undefined {
  const said = value === '' ? undefined : (value ?? undefined);
  if (said !== undefined && !words.includes(said as W)) throw new Refused('invalid_event');
  return said as W | undefined;
}

function cacheStatus(line: Fields): CacheStatus {
  const lower = text(line, 'cache_status').toLowerCase();
  return CACHE_STATUSES.find((s) => s === lower) ?? 'none';
}

/** 64 bits of identity: given, from the request id, or from the content (the line alone, so it repeats as itself). */
function identity(line: Fields, requestId: string): bigint {
  if (typeof line.event_id === 'string' && /^[0-9a-f]{16}$/.test(line.event_id)) return BigInt(`0x${line.event_id}`);
  const hex = requestId ? idOfRequest(requestId) : createHash('md5').update(written(line)).digest('hex').slice(0, 16);
  return BigInt(`0x${hex}`);
}

function written(line: Fields): string {
  try {
    return JSON.stringify(line);
  } catch {
    // Nested deeper than the stack of this thread.
    throw new Refused('invalid_event');
  }
}

function verdict(line: Fields, details: AttackDetail[], status: number) {
  const lead = leadingMatch(details);
  return {
    action: word(line.action, ACTIONS) ?? actionOf({ status, limited: false, matches: details }),
    attack_class: word(line.attack_class, ATTACK_CLASSES) ?? lead?.attack_class ?? '',
    rule_id: number(line, 'rule_id') || (lead?.rule_id ?? 0),
    score: number(line, 'score') ?? 0,
  } as const;
}

/** Host of a line as it is matched with domains; empty when it has none. */
export function hostOf(line: unknown): string {
  const host = typeof line === 'object' && line !== null ? (line as Fields).host : '';
  return typeof host === 'string' ? text({ host }, 'host').toLowerCase() : '';
}

function accept(line: Fields, enricher: Enricher, ownerOf: OwnerOf): EventWithDetails {
  const time = number(line, 'time');
  if (time === undefined) throw new Refused('invalid_event');
  const host = text(line, 'host').toLowerCase();
  const owner = ownerOf(host);
  if (!owner) throw new Refused('foreign_host');
  const details = matchesOf(line);
  const request_id = text(line, 'request_id');
  const client_ip = text(line, 'client_ip');
  const user_agent = text(line, 'user_agent');
  const status = number(line, 'status') ?? 0;
  const sources = number(line, 'sources') || (line.matches ? SOURCE_ACCESS | SOURCE_AUDIT : SOURCE_ACCESS);
  const event: AnalyticsEvent = {
    event_id: identity(line, request_id),
    time,
    source_time: number(line, 'source_time') ?? time,
    sources,
    oem_id: owner.oem_id,
    domain_id: owner.domain_id,
    node_id: text(line, 'node_id'),
    request_id,
    client_ip,
    ...enricher.place(client_ip),
    region: '',
    method: text(line, 'method'),
    host,
    path: text(line, 'path'),
    query: text(line, 'query'),
    status,
    upstream_status: number(line, 'upstream_status') ?? 0,
    bytes_in: number(line, 'bytes_in') ?? 0,
    bytes_out: number(line, 'bytes_out') ?? 0,
    latency_ms: number(line, 'latency_ms') ?? null,
    upstream_ms: number(line, 'upstream_ms') ?? null,
    cache_status: cacheStatus(line),
    protocol: text(line, 'protocol'),
    tls: text(line, 'tls'),
    ...enricher.userAgent(user_agent),
    user_agent,
    referer_host: refererHost(text(line, 'referer')),
    ...verdict(line, details, status),
  };
  return { event, details };
}

/**
 * An event from a line as it came over HTTP, enriched and owned, or why it is none: no time, a field of another type, a
 * number that no request has, a host that the sender may not send for. Text is cut to what the store keeps. Never throws: nothing a sender
 * writes can fail the batch.
 */
export function acceptLine(line: unknown, enricher: Enricher, ownerOf: OwnerOf): EventWithDetails | RejectReason {
  if (typeof line !== 'object' || line === null || Array.isArray(line)) return 'invalid_event';
  try {
    return accept(line as Fields, enricher, ownerOf);
  } catch (error) {
    if (error instanceof Refused) return error.reason;
    throw error;
  }
}
