import { request } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import autocannon from 'autocannon';
import { readConfig } from '@/lib/config/env';
import { openRuntime } from '@/lib/runtime/runtime';
import { createFrontServer } from '@/server/front';

const t0 = performance.now();
const runtime = await openRuntime(
  readConfig({ NODE_ENV: 'production', DATA_DIR: '/tmp/auditbench/data', LOG_LEVEL: 'fatal' }),
);
console.log('open ms', Math.round(performance.now() - t0));
if (process.env.MAIN) (runtime.store as any).scan = runtime.store.read;
const server = createFrontServer(runtime, async (_q, r) => {
  r.writeHead(404).end();
});
await new Promise<void>((r) => server.listen(0, '127.0.0.1', r));
const port = (server.address() as any).port;
const send = (method: string, path: string, host: string, token?: string, body?: object) =>
  new Promise<any>((resolve, reject) => {
    const q = request(
      {
        port,
        method,
        path,
        headers: {
          Host: host,
          ...(token ? { Authorization: `Bearer ${token}` } : {}),
          ...(body ? { 'Content-Type': 'application/json' } : {}),
        },
      },
      async (r) => {
        const c: Buffer[] = [];
        for await (const x of r) c.push(x as Buffer);
        resolve({ status: r.statusCode, body: JSON.parse(Buffer.concat(c).toString()) });
      },
    );
    q.on('error', reject);
    q.end(body ? JSON.stringify(body) : undefined);
  });
const tok: Record<string, string> = {};
for (const u of ['acme-root', 'acme-auditor', 'acme-viewer', 'acme-child'])
  tok[u] = (
    await send('POST', '/api/auth/login', 'acme.test', undefined, {
      username: u,
      password: Buffer.from('correct horse 7').toString('base64'),
    })
  ).body.data.token;
for (let i = 0; i < 50; i++)
  await send('POST', '/api/guard/policies', 'acme.test', tok['acme-root'], { name: `p${i}-${Date.now()}` });
const touch = () => runtime.store.transaction(async () => {});
const now = Date.now();
const time = async (name: string, as: string, path: string) => {
  const ms: number[] = [];
  let total;
  for (let i = 0; i < 5; i++) {
    await touch();
    const a = performance.now();
    const r = await send('GET', path, 'acme.test', tok[as]);
    ms.push(performance.now() - a);
    if (r.status !== 200) console.log(r);
    total = r.body.data.total;
  }
  console.log(name.padEnd(42), ms.map((m) => m.toFixed(0)).join(' '), 'total', total);
};
const A = '/api/sys/audit-logs?',
  L = '/api/sys/login-records?';
await time('root, first page', 'acme-root', A);
await time('platform, first page', 'acme-auditor', A);
await time('root channel=staff', 'acme-root', A + 'channel=staff');
await time('root channel=user', 'acme-root', A + 'channel=user');
await time('root channel=oauth (none)', 'acme-root', A + 'channel=oauth');
await time('root, last day', 'acme-root', A + `start_time=${now - 86400e3}`);
await time('root, page 20000', 'acme-root', A + 'page=20000');
await time('root, page 1e9', 'acme-root', A + 'page=999999999&size=100');
await time('downstream viewer', 'acme-viewer', A);
await time('root keyword common', 'acme-root', A + 'keyword=guard');
await time('root keyword rare', 'acme-root', A + 'keyword=number+777777+of');
await time('platform keyword rare', 'acme-auditor', A + 'keyword=number+777777+of');
await time('root keyword rare, last day', 'acme-root', A + `keyword=number+777777+of&start_time=${now - 86400e3}`);
await time('login root status=2', 'acme-root', L + 'status=2');
await time('login platform status=2', 'acme-auditor', L + 'status=2');
await time('login root', 'acme-root', L);
const load = async (name: string, scanning: boolean) => {
  let stop = false,
    scans = 0;
  const loop = scanning
    ? (async () => {
        while (!stop) {
          await touch();
          await send('GET', A + `keyword=number+${scans++}777+of`, 'acme.test', tok['acme-root']);
        }
      })()
    : Promise.resolve();
  const d = monitorEventLoopDelay({ resolution: 2 });
  d.enable();
  const r = await autocannon({
    url: `http://127.0.0.1:${port}/api/guard/policies`,
    connections: 16,
    duration: 8,
    headers: { Host: 'acme.test', Authorization: `Bearer ${tok['acme-root']}` },
  } as any);
  d.disable();
  stop = true;
  await loop;
  console.log(
    name.padEnd(24),
    'req/s',
    Math.round(r.requests.average),
    'p50',
    r.latency.p50,
    'p99',
    r.latency.p99,
    'max',
    r.latency.max,
    'loop max ms',
    (d.max / 1e6).toFixed(0),
    'scans',
    scans,
  );
};
await load('list alone', false);
await load('list + keyword scan', true);
await load('list alone', false);
server.closeAllConnections();
server.close();
await runtime.close();
