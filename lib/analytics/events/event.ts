import {
  type Action,
  type AttackClass,
  type CacheStatus,
  STATUS_CLASSES,
  type StatusClass,
  type UaClass,
} from './vocabulary';

/** Which logs a row was made from. A row that has only one of them is completed when the other arrives. */
export const SOURCE_ACCESS = 1;
export const SOURCE_AUDIT = 2;

/** One rule that matched; many per event (table attack_details). */
export type AttackDetail = {
  rule_id: number;
  message: string;
  /** ModSecurity's scale: 2 critical, 3 error, 4 warning, 5 notice; 0 when the rule states none. */
  severity: number;
  attack_class: AttackClass | '';
  /** What the rule looked at, such as ARGS:id. */
  variable: string;
  /** The matched piece of the request, at most 2 KB. */
  data: string;
};

/**
 * What a parser makes of a line and what travels over HTTP: the facts of the log, before enrichment.
 * Absent means the log did not say.
 */
export type EventLine = {
  /** 16 hex digits; the same content always gives the same id (see identity.ts). */
  event_id?: string;
  /** Unix ms, after any shift. */
  time: number;
  /** Unix ms as the log says it; identity depends on this, never on `time`. */
  source_time?: number;
  sources?: number;
  node_id?: string;
  request_id?: string;
  client_ip?: string;
  method?: string;
  host?: string;
  path?: string;
  query?: string;
  status?: number;
  upstream_status?: number;
  bytes_in?: number;
  bytes_out?: number;
  latency_ms?: number;
  upstream_ms?: number;
  cache_status?: string;
  protocol?: string;
  tls?: string;
  user_agent?: string;
  referer?: string;
  action?: Action;
  rule_id?: number;
  attack_class?: AttackClass | '';
  score?: number;
  matches?: AttackDetail[];
};

/** One request at the edge: the row of table events (DESIGN 7). */
export type AnalyticsEvent = {
  event_id: bigint;
  time: number;
  source_time: number;
  sources: number;
  /** '' when nobody owns the host. */
  oem_id: string;
  domain_id: string;
  node_id: string;
  request_id: string;
  client_ip: string;
  /** ISO 3166-1 alpha-2, '' when unknown or private. */
  country: string;
  region: string;
  asn: number;
  method: string;
  host: string;
  path: string;
  query: string;
  status: number;
  /** 0 when the origin was not asked. */
  upstream_status: number;
  bytes_in: number;
  bytes_out: number;
  /** null when the log has no timing. */
  latency_ms: number | null;
  upstream_ms: number | null;
  cache_status: CacheStatus;
  protocol: string;
  tls: string;
  ua_class: UaClass;
  ua_name: string;
  user_agent: string;
  referer_host: string;
  action: Action;
  attack_class: AttackClass | '';
  rule_id: number;
  score: number;
};

/** An event with the rules that matched it. */
export type EventWithDetails = { event: AnalyticsEvent; details: AttackDetail[] };

/** `2xx` of 204; `none` when there was no answer. */
export function statusClass(status: number): StatusClass {
  const hundreds = Math.floor(status / 100);
  return hundreds >= 1 && hundreds <= 5 ? (STATUS_CLASSES[hundreds - 1] ?? 'none') : 'none';
}
