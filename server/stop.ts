import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Runtime } from '@/lib/runtime/runtime';

/** How long what was accepted may take, once nothing more is. */
const FINISH_MS = 13_000;

/**
 * Ends the process on SIGTERM and SIGINT. Where others share the store, SIGTERM first leaves balancers DRAIN_S to see at
 * /readyz that they should go elsewhere, and answers what still comes. Then what was accepted is finished, `leave` is
 * called, and the stores are closed.
 */
export function stopOnSignals(runtime: Runtime, server: Server, leave: () => void): void {
  const { ending, store, config } = runtime;
  const hurry = new AbortController();
  const stop = async (graceMs: number) => {
    if (ending.signal.aborted) return hurry.abort();
    ending.abort();
    runtime.metrics.ready.set(0);
    await pause(graceMs, undefined, { signal: hurry.signal }).catch(() => undefined);
    await finish(server);
    leave();
    await runtime.close();
    process.exit(0);
  };
  process.on('SIGTERM', () => stop(store.kind === 'postgres' ? config.DRAIN_S * 1_000 : 0));
  process.on('SIGINT', () => stop(0));
}

/** Takes nothing more and resolves when what was accepted is answered, or was given up. */
async function finish(server: Server): Promise<void> {
  const drained = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const late = setTimeout(() => server.closeAllConnections(), FINISH_MS);
  await drained;
  clearTimeout(late);
}
