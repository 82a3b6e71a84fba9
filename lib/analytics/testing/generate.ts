import { EVENT_COLUMNS } from '../store/columns';
import type { DuckdbStore } from '../store/duckdb';

export type Synthetic = { events: number; from: number; to: number; domains?: number; oem_id?: string };

const MIX: Readonly<Record<string, string>> = {
  event_id: 'hash(i, $seed)',
  time: '$from + CAST(i * ($to - $from)::DOUBLE / $n AS BIGINT)',
  source_time: 'time',
  sources: '1',
  oem_id: "'$oem'",
  domain_id: "'d' || (h1 % $domains)",
  node_id: "'n' || (h2 % 4)",
  request_id: "printf('%016x%016x', event_id, h1)",
  client_ip: "(1 + (h3 % 200)) || '.' || ((h3 // 200) % 100) || '.0.' || (h2 % 3)",
  country: "['US','DE','CN','VN','SG','BR','IN','FR','GB','JP','NL','RU','KR','ID','TR','']['1'::INT + (h3 % 16)::INT]",
  region: "''",
  asn: '(h3 % 5000)',
  method: "CASE WHEN h2 % 10 < 8 THEN 'GET' ELSE 'POST' END",
  host: "'www' || (h1 % $domains) || '.example.com'",
  path: "'/section/' || (h4 % 40) || '/item-' || CAST(pow((h4 % 1000) / 1000.0, 3) * 5000 AS INT)",
  query: "CASE WHEN h4 % 3 = 0 THEN 'id=' || h4 % 100000 ELSE '' END",
  status:
    "CASE action WHEN 'block' THEN 403 WHEN 'limit' THEN 429 ELSE [200,200,200,200,200,200,304,301,404,500][1 + (h4 % 10)::INT] END",
  status_class: "(status // 100) || 'xx'",
  upstream_status: "CASE WHEN action IN ('block', 'limit') OR cache_status = 'hit' THEN 0 ELSE status END",
  bytes_in: '200 + h1 % 1800',
  bytes_out: '300 + h4 % 60000',
  latency_ms: 'CAST(pow((h4 % 997) / 997.0, 6) * 2000 AS INTEGER)',
  latency_bin: `CASE WHEN latency_ms < 256 THEN latency_ms ELSE
    (latency_ms // CAST(pow(2, floor(log2(latency_ms)) - 7) AS INTEGER)) * CAST(pow(2, floor(log2(latency_ms)) - 7) AS INTEGER) END`,
  upstream_ms: 'latency_ms',
  cache_status: "['hit','hit','miss','none'][1 + (h2 % 4)::INT]",
  protocol: "'HTTP/2.0'",
  tls: "'TLSv1.3'",
  ua_class:
    "['browser','browser','browser','browser','app','tool','good_bot','bad_bot','ai_crawler','unknown'][1 + (h1 // 7 % 10)::INT]",
  ua_name: "'Chrome'",
  user_agent:
    "'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/12' || (h2 % 9) || '.0 Safari/537.36'",
  referer_host: "''",
  action:
    "CASE WHEN h2 % 100 < 6 THEN 'block' WHEN h2 % 100 < 8 THEN 'limit' WHEN h2 % 100 < 9 THEN 'captcha' WHEN h2 % 100 < 11 THEN 'monitor' ELSE 'pass' END",
  attack_class:
    "CASE WHEN action IN ('block', 'monitor') THEN ['sqli','xss','lfi','rce','scanner','protocol_violation'][1 + (h4 % 6)::INT] ELSE '' END",
  rule_id: "CASE WHEN attack_class = '' THEN 0 ELSE 942100 END",
  score: "CASE WHEN attack_class = '' THEN 0 ELSE 5 END",
};

/**
 * SELECT that makes up events spread evenly over [from, to): a believable mix of domains, paths, verdicts and agents,
 * the same for the same numbers. For benchmarks; DuckDB only.
 */
export function syntheticSql({ events, from, to, domains = 20, oem_id = 'default' }: Synthetic): string {
  const order = ['event_id', 'time', 'action', 'cache_status', 'status', 'latency_ms', 'attack_class'];
  const names = EVENT_COLUMNS.map((c) => c.name);
  const first = order.map((name) => `${MIX[name]} AS ${name}`);
  const rest = names.filter((name) => !order.includes(name)).map((name) => `${MIX[name]} AS ${name}`);
  const fill = (sql: string) =>
    sql
      .replaceAll('$from', String(from))
      .replaceAll('$to', String(to))
      .replaceAll('$domains', String(domains))
      .replaceAll('$oem', oem_id)
      .replaceAll('$seed', String(from))
      .replaceAll('$n', String(events));
  return fill(`SELECT ${names.join(', ')} FROM (SELECT *, ${rest.join(', ')} FROM (SELECT *, ${first.join(', ')} FROM (
    SELECT range AS i, hash(range, 1) AS h1, hash(range, 2) AS h2, hash(range, 3) % 3000 AS h3, hash(range, 4) AS h4 FROM range(${events}))))`);
}

const SLICE = 1_000_000;

/** The same in parts of a million. */
export function slicesOf(synthetic: Synthetic): Synthetic[] {
  const { events, from, to } = synthetic;
  const slices = Math.ceil(events / SLICE);
  const step = (to - from) / slices;
  return Array.from({ length: slices }, (_, i) => ({
    ...synthetic,
    events: Math.min(SLICE, events - i * SLICE),
    from: Math.round(from + i * step),
    to: Math.round(from + (i + 1) * step),
  }));
}

/** Adds made-up events a million at a time, with their rollups, bypassing ingestion. */
export async function generate(store: DuckdbStore, synthetic: Synthetic): Promise<void> {
  for (const slice of slicesOf(synthetic)) await store.fill(syntheticSql(slice));
  await store.compact();
}
