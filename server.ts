import { rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import next from 'next';
import { ConfigError, readConfig } from '@/lib/config/env';
import { openRuntime, type Runtime, shareRuntime } from '@/lib/runtime/runtime';
import { createFrontServer } from './server/front';

const DRAIN_MS = 15_000;

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

async function start(): Promise<void> {
  const config = readConfig();
  const runtime = await openRuntime(config);
  shareRuntime(runtime);
  const development = config.NODE_ENV === 'development';
  const app = next({ dev: development, dir: process.cwd() });
  await app.prepare();
  const server = createFrontServer(runtime, app.getRequestHandler());
  if (!development) server.on('upgrade', (_request, socket) => socket.destroy());
  const url = await listen(server, runtime);
  const addressFile = path.join(config.DATA_DIR, 'server.json');
  writeFileSync(addressFile, JSON.stringify({ url, token: runtime.localToken }), { mode: 0o600 });
  runtime.metrics.ready.set(1);
  announce(runtime, url);
  stopOnSignals(runtime, server, addressFile);
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

/** Stops taking work, lets what was accepted finish, closes the stores. */
function stopOnSignals(runtime: Runtime, server: Server, addressFile: string): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    runtime.metrics.ready.set(0);
    const drained = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    const late = setTimeout(() => server.closeAllConnections(), DRAIN_MS - 2_000);
    await drained;
    clearTimeout(late);
    rmSync(addressFile, { force: true });
    await runtime.close();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

start().catch((error: unknown) => {
  process.stderr.write(
    error instanceof ConfigError ? `Parapet cannot start. ${error.message}\n` : `${(error as Error).stack}\n`,
  );
  process.exit(1);
});
