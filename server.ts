import { existsSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { ConfigError, readConfig } from '@/lib/config/env';
import { openRuntime, type Runtime, shareRuntime } from '@/lib/runtime/runtime';
import { BuiltFiles } from './server/built-files';
import { createFrontServer } from './server/front';
import { PageContexts } from './server/page-contexts';
import { stopOnSignals } from './server/stop';
import { warmUp } from './server/warm-up';

function listen(server: Server, runtime: Runtime): Promise<string> {
  const { PORT, HOST } = runtime.config;
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new ConfigError(`PORT: ${PORT} is in use`) : error),
    );
    server.listen(PORT, HOST, () => {
      const { port } = server.address() as AddressInfo;
      runtime.ownPorts.add(port);
      resolve(`http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${port}`);
    });
  });
}

/** Pages, icons and texts are read from the folder that a process is started in. */
function expectOwnFolder(): void {
  if (!existsSync('public')) throw new ConfigError('It must be started in its own folder, the one above dist.');
}

/**
 * By how much old objects may grow, in percent of those in use, before they are collected. By itself the engine lets them become
 * a multiple, and memory that nobody uses counts as used.
 */
const HEAP_GROWTH = 50;

async function start(): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);
  expectOwnFolder();
  const config = readConfig();
  const runtime = await openRuntime(config);
  shareRuntime(runtime);
  const development = config.NODE_ENV === 'development';
  const contexts = new PageContexts();
  contexts.note();
  const { default: next } = await import('next');
  const app = next({ dev: development, dir: process.cwd() });
  await app.prepare();
  const pages = contexts.around(app.getRequestHandler());
  if (!development) await warmUp(pages);
  const server = createFrontServer(runtime, pages, development ? undefined : new BuiltFiles('.next/static'));
  if (!development) server.on('upgrade', (_request, socket) => socket.destroy());
  const url = await listen(server, runtime);
  const addressFile = path.join(config.DATA_DIR, 'server.json');
  writeFileSync(addressFile, JSON.stringify({ url, token: runtime.localToken }), { mode: 0o600 });
  runtime.metrics.ready.set(1);
  announce(runtime, url);
  stopOnSignals(runtime, server, () => rmSync(addressFile, { force: true }));
}

function announce(runtime: Runtime, url: string): void {
  const lines = [`Parapet is ready at ${url}`];
  if (runtime.firstPassword !== undefined) {
    lines.push(
      `First sign-in: ${runtime.config.ADMIN_USER} with the password ${runtime.firstPassword} (shown only now)`,
    );
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}

start().catch((error: unknown) => {
  process.stderr.write(
    error instanceof ConfigError ? `Parapet cannot start. ${error.message}\n` : `${(error as Error).stack}\n`,
  );
  process.exit(1);
});
