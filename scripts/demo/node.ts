/**
 * The node of `npm run demo -- --node`: Debian's nginx with ModSecurity on loopback, enrolled like any other, and origins for
 * two of the company's sites, so that a rule saved in the console is met by curl.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openStore } from '@/lib/db/store';
import { distributionOf } from '@/lib/delivery/deliver';
import { DOMAIN } from '@/lib/guard/domains/vocabulary';
import { enqueue } from '@/lib/jobs/queue';
import { install } from '../apt';
import { freePort } from '../dns-servers';
import { nodeFolder, removeNode } from './node-folder';

export const NODE = 'hk-1';
const SITES = ['shop.example.com', 'api.example.com'];
/** No rule of the company blocks it. */
const OPEN_PATH = '/preview';
const ON = { status: 'CFGOPTION_2_ENABLE' };

/** Takes nginx, ModSecurity and the core rules from Debian where they are missing. Throws with what to install by hand. */
export function installNginx(): void {
  const packages = ['nginx', 'libnginx-mod-http-modsecurity', 'libnginx-mod-stream', 'modsecurity-crs'];
  const programs = [
    '/usr/sbin/nginx',
    '/usr/lib/nginx/modules/ngx_http_modsecurity_module.so',
    '/usr/share/modsecurity-crs/rules',
  ];
  const missing = programs.find((program) => !existsSync(program));
  if (missing === undefined) return;
  if (process.getuid?.() !== 0)
    throw new Error(`A node needs nginx with ModSecurity: apt-get install ${packages.join(' ')}`);
  install(missing, ...packages);
}

/** Answers for a site what was asked, as plain text; its port on loopback. */
async function origin(site: string): Promise<number> {
  const server = createServer((request, response) => {
    response.setHeader('Content-Type', 'text/plain; charset=utf-8');
    response.end(`${site}: ${request.method} ${request.url}\n`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  return (server.address() as AddressInfo).port;
}

/**
 * Starts the origins and has the sites lead to them. Parapet must be stopped: no tenant may name this machine as an origin, so
 * their address is written into its store.
 */
export async function makeOrigins(folder: string): Promise<void> {
  const store = openStore({ folder, databaseUrl: process.env.DATABASE_URL });
  try {
    for (const site of SITES) {
      const source = { ip: '127.0.0.1', port: await origin(site), protocol: 'http', weight: 1, line: 'default', ...ON };
      const value = JSON.stringify({ services: [{ service_id: 'demo', sources: [source] }] });
      await store.transaction(async (tx) => {
        const { domain_id } = await tx
          .selectFrom('domains')
          .select('domain_id')
          .where('domain', '=', site)
          .executeTakeFirstOrThrow();
        const settings = tx.updateTable('domain_settings').set({ value }).where('domain_id', '=', domain_id);
        await settings.where('key', '=', 'origin').execute();
        await enqueue(tx, distributionOf(DOMAIN), [{ object_id: domain_id }]);
      });
    }
  } finally {
    await store.close();
  }
}

/** Runs the agent and nginx until this process ends; answers on which port the sites are. */
export async function startNode(dataDir: string, url: string, NODE_TOKEN: string): Promise<number> {
  const folder = nodeFolder(dataDir, process.getuid?.() === 0);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const http = await freePort();
  const own = { PARAPET_URL: url, NODE_TOKEN, NODE_DIR: folder, NODE_LISTEN: '127.0.0.1' };
  const ports = { NODE_HTTP: String(http), NODE_HTTPS: String(await freePort()) };
  const agent = spawn(process.execPath, ['dist/node.js'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...own, ...ports },
  });
  process.on('exit', () => stop(agent, folder));
  return http;
}

/** nginx serves on when its agent ends, so it is stopped as well. An agent that ended its round before would start it again. */
function stop(agent: ChildProcess, folder: string): void {
  agent.kill('SIGKILL');
  removeNode(folder);
}

/** What a newcomer does next. */
export function invitation(port: number): string {
  const curl = (site: string, at: string) => `  curl -i -H 'Host: ${site}' http://127.0.0.1:${port}${at}`;
  return [
    '',
    `Node ${NODE} serves two sites on this machine:`,
    ...SITES.map((site) => curl(site, '/')),
    `Block a path in the policy “Strict retail”, such as ${OPEN_PATH}, and five seconds later this is 403 instead of 200:`,
    curl('shop.example.com', OPEN_PATH),
    '',
  ].join('\n');
}
