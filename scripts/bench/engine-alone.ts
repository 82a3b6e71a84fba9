import { DuckDBInstance } from '@duckdb/node-api';

const FIELDS = [
  ...['msec', 'request_id', 'remote_addr', 'host', 'method', 'uri', 'args', 'protocol', 'status', 'upstream_status'],
  ...['request_length', 'bytes_sent', 'request_time', 'upstream_response_time', 'upstream_cache_status'],
  ...['limit_req_status', 'ssl_protocol', 'user_agent', 'referer', 'node'],
];
const STRUCTURE = JSON.stringify(Object.fromEntries(FIELDS.map((name) => [name, 'VARCHAR'])));

/** Lines as one column of text: they hold no tabulator. */
const READ = (file: string) => `CREATE TEMP TABLE lines AS
  SELECT line, json_valid(line) AS is_valid FROM read_csv('${file}', columns = {'line': 'VARCHAR'}, delim = '\\t',
    quote = '', escape = '', header = false, auto_detect = false, max_line_size = 1048576)`;

const PARSE = `CREATE TEMP TABLE parsed AS SELECT unnest(from_json(line, '${STRUCTURE}')) FROM lines WHERE is_valid`;

/** What is known of addresses and agents is looked up by others; here it is made of them. */
const KNOW = [
  `CREATE TEMP TABLE places AS SELECT DISTINCT remote_addr, left(remote_addr, 2) AS country FROM parsed`,
  `CREATE TEMP TABLE agents AS SELECT DISTINCT user_agent, left(user_agent, 8) AS ua_class FROM parsed`,
];

const milliseconds = (field: string) => `CAST(TRY_CAST(${field} AS DECIMAL(14, 3)) * 1000 AS BIGINT)`;

const EVENTS = `SELECT md5_number_lower(request_id) AS event_id, ${milliseconds('msec')} AS time, request_id,
    p.remote_addr AS client_ip, country, host, method, uri AS path, args AS query, protocol, node,
    CAST(status AS INTEGER) AS status, TRY_CAST(upstream_status AS INTEGER) AS upstream_status,
    CAST(request_length AS BIGINT) AS bytes_in, CAST(bytes_sent AS BIGINT) AS bytes_out,
    ${milliseconds('request_time')} AS latency_ms, ${milliseconds('upstream_response_time')} AS upstream_ms,
    lower(upstream_cache_status) AS cache_status, limit_req_status, ssl_protocol AS tls, p.user_agent, ua_class, referer
  FROM parsed AS p JOIN places AS a ON a.remote_addr = p.remote_addr JOIN agents AS u ON u.user_agent = p.user_agent`;

/** Dimensions of a rollup each. */
const ROLLUPS = [
  'status, cache_status',
  'status // 100',
  'method, protocol',
  'country',
  'host, status',
  'ua_class',
  'latency_ms',
  'path',
];

const groupBy = (
  dimensions: string,
) => `SELECT time // 300000 AS bucket, ${dimensions}, count(*), sum(bytes_in), sum(bytes_out)
  FROM events GROUP BY ALL`;

/**
 * Events a second where the engine alone loads a log of nginx, with nobody before it: the lines as one set, on two threads, into a
 * new file, with rollups and without what makes a batch whole, known or somebody's. The limit of ingestion on this machine.
 */
export async function loadByEngineAlone(folder: string, log: string, lines: number): Promise<number> {
  const engine = await DuckDBInstance.create(`${folder}/alone.duckdb`, { threads: '2', memory_limit: '2GB' });
  const connection = await engine.connect();
  const started = performance.now();
  for (const sql of [READ(log), PARSE, ...KNOW, `CREATE TABLE events AS ${EVENTS}`]) await connection.run(sql);
  for (const [i, dimensions] of ROLLUPS.entries()) {
    await connection.run(`CREATE TABLE rollup_${i} AS ${groupBy(dimensions)}`);
  }
  await connection.run('CHECKPOINT');
  const seconds = (performance.now() - started) / 1000;
  connection.closeSync();
  engine.closeSync();
  return lines / seconds;
}
