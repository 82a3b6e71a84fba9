/**
 * ClickHouse for tests: the engine in this process behind as much of its HTTP protocol as @clickhouse/client speaks.
 * `node server.mjs DATA_FOLDER PORT`; prints the port once it answers.
 */
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { engineFolder } from './install.mjs';

const [folder, port = '0'] = process.argv.slice(2);
const { Session } = createRequire(path.join(engineFolder, 'package.json'))('chdb');
// What no query can say for itself.
const connectionArgs = ['--max_query_size=16777216', '--mutations_sync=1', '--max_server_memory_usage=2000000000'];

/** Connections to one engine: each answers one query after another, so that as many are answered at once as there are cores. */
const sessions = Array.from({ length: availableParallelism() }, () => new Session(folder, { connectionArgs }));
const free = [...sessions];
const waiting = [];

/** Does work on a connection that nobody else uses meanwhile; who came first has the first that is free. */
async function onSession(work) {
  const session = free.pop() ?? (await new Promise((resolve) => waiting.push(resolve)));
  try {
    return await work(session);
  } finally {
    const next = waiting.shift();
    if (next) next(session);
    else free.push(session);
  }
}

/** Parameters of a request that are no settings of the engine. */
const OWN = new Set([
  ...['query', 'query_id', 'database', 'session_id', 'role', 'wait_end_of_query', 'compress', 'decompress'],
  ...[
    'enable_http_compression',
    'send_progress_in_http_headers',
    'http_headers_progress_interval_ms',
    'default_format',
  ],
  ...['cancel_http_readonly_queries_on_client_close', 'max_query_size'],
]);

const ESCAPED = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', 0: '\0' };
/** The text of a parameter, which travels with escapes as in tab-separated values. */
const plain = (text) => text.replaceAll(/\\(.)/gs, (_, character) => ESCAPED[character] ?? character);

const quoted = (text) => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
/** A literal of a setting. */
const literal = (value) => (/^-?\d+(\.\d+)?$/.test(value) ? value : quoted(value));

/** A query with its parameters in place, since the engine binds those of one connection alone. What is written in quotes stays. */
function withParameters(query, parameters) {
  return query.replaceAll(/'(?:[^'\\]|\\.)*'|\{(\w+):(\w+)\}/gs, (found, name, type) =>
    parameters.has(`param_${name}`) ? `CAST(${quoted(plain(parameters.get(`param_${name}`)))}, '${type}')` : found,
  );
}

function answer({ searchParams }, body) {
  const settings = Object.fromEntries(
    [...searchParams].filter(([name]) => !OWN.has(name) && !name.startsWith('param_')),
  );
  const insert = /^INSERT INTO (\w+) FORMAT (\w+)\s*$/.exec(searchParams.get('query') ?? '');
  if (insert) {
    const [, table, format] = insert;
    return body.length > 0 ? onSession((session) => session.insert({ table, format, values: body, settings })) : '';
  }
  const [, query, format = 'TabSeparated'] = /^(.*?)(?:\s+FORMAT (\w+))?\s*$/s.exec(body.toString()) ?? [];
  const isRead = /^\s*(SELECT|WITH)\b/i.test(query);
  const said = Object.entries(settings).map(([name, value]) => `${name} = ${literal(value)}`);
  const sql = isRead && said.length > 0 ? `${query} SETTINGS ${said.join(', ')}` : query;
  return onSession(async (session) => {
    const result = await session.queryAsync(withParameters(sql, searchParams), { format });
    return Buffer.from(result.bytes());
  });
}

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', async () => {
    const url = new URL(request.url, 'http://engine');
    if (url.pathname === '/ping') return response.end('Ok.\n');
    try {
      const result = await answer(url, Buffer.concat(chunks));
      response.setHeader('X-ClickHouse-Summary', '{}');
      response.end(Buffer.isBuffer(result) ? result : '');
    } catch (error) {
      const code = /Code: (\d+)/.exec(error.message)?.[1] ?? '1002';
      response.writeHead(500, { 'X-ClickHouse-Exception-Code': code });
      response.end(error.message);
    }
  });
});

server.listen(Number(port), '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
process.on('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  for (const session of sessions) session.close();
  process.exit(0);
});
