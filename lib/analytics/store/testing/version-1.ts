import type { DuckDBConnection } from '@duckdb/node-api';
import { ATTACK_CLASSES } from '../../events/vocabulary';

type Many = { count: number; time: number; bytes_out: number; latency_ms: number };

const TABLES = [
  'CREATE TABLE meta (name VARCHAR PRIMARY KEY, value VARCHAR NOT NULL)',
  `CREATE TABLE events (event_id UBIGINT NOT NULL, time BIGINT NOT NULL, source_time BIGINT NOT NULL, sources INTEGER NOT NULL,
     oem_id VARCHAR NOT NULL, domain_id VARCHAR NOT NULL, node_id VARCHAR NOT NULL, request_id VARCHAR NOT NULL,
     client_ip VARCHAR NOT NULL, country VARCHAR NOT NULL, region VARCHAR NOT NULL, asn BIGINT NOT NULL, method VARCHAR NOT NULL,
     host VARCHAR NOT NULL, path VARCHAR NOT NULL, query VARCHAR NOT NULL, status INTEGER NOT NULL, status_class VARCHAR NOT NULL,
     upstream_status INTEGER NOT NULL, bytes_in BIGINT NOT NULL, bytes_out BIGINT NOT NULL, latency_ms INTEGER,
     latency_bin INTEGER NOT NULL, upstream_ms INTEGER, cache_status VARCHAR NOT NULL, protocol VARCHAR NOT NULL, tls VARCHAR NOT NULL,
     ua_class VARCHAR NOT NULL, ua_name VARCHAR NOT NULL, user_agent VARCHAR NOT NULL, referer_host VARCHAR NOT NULL,
     action VARCHAR NOT NULL, attack_class VARCHAR NOT NULL, rule_id BIGINT NOT NULL, score INTEGER NOT NULL)`,
  `CREATE TABLE attack_details (event_id UBIGINT NOT NULL, time BIGINT NOT NULL, domain_id VARCHAR NOT NULL, request_id VARCHAR NOT NULL,
     rule_id BIGINT NOT NULL, message VARCHAR NOT NULL, severity INTEGER NOT NULL, attack_class VARCHAR NOT NULL,
     variable VARCHAR NOT NULL, data VARCHAR NOT NULL)`,
  `CREATE TABLE rejected_lines (reject_id VARCHAR NOT NULL, time BIGINT NOT NULL, file VARCHAR NOT NULL, line BIGINT NOT NULL,
     reason VARCHAR NOT NULL, text VARCHAR NOT NULL)`,
  `CREATE TABLE batches (batch_id VARCHAR NOT NULL, time BIGINT NOT NULL, stored BIGINT NOT NULL, known BIGINT NOT NULL,
     upgraded BIGINT NOT NULL, rejected BIGINT NOT NULL)`,
  "INSERT INTO meta VALUES ('schema_version', '1')",
  "INSERT INTO batches VALUES ('old', 1, 2, 3, 4, 5)",
  "INSERT INTO rejected_lines VALUES ('r', 1, 'f', 1, 'not_json', '{')",
];

const ALL_SUMS: Readonly<Record<string, string>> = {
  requests: '1',
  bytes_in: 'bytes_in',
  bytes_out: 'bytes_out',
  latency_sum: 'coalesce(latency_ms, 0)',
  latency_count: 'CASE WHEN latency_ms IS NULL THEN 0 ELSE 1 END',
  origin_requests: 'CASE WHEN upstream_status > 0 THEN 1 ELSE 0 END',
  origin_errors: 'CASE WHEN upstream_status >= 500 THEN 1 ELSE 0 END',
  cache_bytes_out: "CASE WHEN cache_status = 'hit' THEN bytes_out ELSE 0 END",
};

const SOME = ['requests', 'bytes_out'];
const ROLLUPS: readonly { name: string; dims: string[]; sums: string[]; where?: string }[] = [
  {
    name: 'attacks',
    dims: ['attack_class', 'action'],
    sums: ['requests'],
    where: `attack_class IN (${ATTACK_CLASSES.map((c) => `'${c}'`).join(', ')})`,
  },
  { name: 'traffic', dims: ['action', 'status_class', 'cache_status'], sums: Object.keys(ALL_SUMS) },
  { name: 'geo', dims: ['country', 'action'], sums: SOME },
  { name: 'hosts', dims: ['host', 'action'], sums: SOME },
  { name: 'agents', dims: ['ua_class', 'ua_name', 'action'], sums: SOME },
  { name: 'latency', dims: ['latency_bin'], sums: ['requests'] },
  { name: 'clients', dims: ['client_ip', 'country', 'asn', 'action'], sums: ['requests'], where: "action <> 'pass'" },
  { name: 'paths', dims: ['path', 'action'], sums: SOME },
];

/**
 * Makes a store as version 1 of the schema did, with `count` equal events of each kind. Their rollups are made one
 * event a row, as batches of one event left them: each sum fits, all together do not.
 */
export async function createVersion1(connection: DuckDBConnection, kinds: readonly Many[]): Promise<void> {
  for (const sql of TABLES) await connection.run(sql);
  for (const { count, time, bytes_out, latency_ms } of kinds) {
    await connection.run(
      `INSERT INTO events SELECT hash(i, ${time}, ${bytes_out}), ${time}, ${time}, 1, '', '', '', 'q' || i, '192.0.2.1', '', '', 0, 'GET',
         'h', '/p', '', 200, '2xx', 200, 0, ${bytes_out}, ${latency_ms}, ${latency_ms}, 0, 'hit', '', '', 'tool', 'x', 'x', '', 'pass', '',
         0, 0 FROM range(${count}) AS t(i)`,
    );
  }
  await connection.run(
    "INSERT INTO attack_details SELECT event_id, time, 'd', request_id, 1, '', 0, '', '', '' FROM events LIMIT 3",
  );
  for (const { name, dims, sums, where } of ROLLUPS) {
    for (const [grain, width] of [
      ['5m', 300_000],
      ['1h', 3_600_000],
      ['1d', 86_400_000],
    ] as const) {
      const columns = sums.map((s) => `(${ALL_SUMS[s]})::BIGINT AS ${s}`).join(', ');
      await connection.run(
        `CREATE TABLE rollup_${name}_${grain} AS SELECT time - time % ${width} AS bucket, oem_id, domain_id, ${dims.join(', ')}, ${columns}
           FROM events ${where ? `WHERE ${where}` : ''}`,
      );
    }
  }
}
