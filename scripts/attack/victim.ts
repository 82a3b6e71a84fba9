/**
 * Somebody of another brand who reads their domains 50 times a second, in a process and from an address of their own, so
 * that the attacker's work is not taken for the server's. Beside it reads a bare server as often: what that waits longer is the
 * machine's doing. Sent `report`, answers the latencies since the last one.
 */
import { Agent, request } from 'node:http';
import { VICTIM } from './attack';

const EVERY_MS = 20;
const [url = '', host = '', token = '', bareUrl = ''] = process.argv.slice(2);

/** Milliseconds from when a request was due to its complete answer. */
export type Latencies = { latencies: number[]; failures: string[] };
export type Report = { parapet: Latencies; bare: Latencies };

/** Reads an address again and again. Answers what was seen since the last time. */
function readAlways(address: string, headers: Record<string, string>): () => Latencies {
  const { hostname, port, pathname: path } = new URL(address);
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const waiting = new Set<number>();
  let seen: Latencies = { latencies: [], failures: [] };
  setInterval(() => {
    const started = performance.now();
    waiting.add(started);
    const end = (failure?: string) => {
      if (!waiting.delete(started)) return;
      seen.latencies.push(performance.now() - started);
      if (failure) seen.failures.push(failure);
    };
    request({ hostname, port, agent, localAddress: VICTIM, path, headers }, (response) => {
      response.resume();
      response.on('end', () => end(response.statusCode === 200 ? undefined : `status ${response.statusCode}`));
      response.on('error', (error) => end(error.message));
    })
      .on('error', (error) => end(error.message))
      .end();
  }, EVERY_MS);
  return () => {
    const now = performance.now();
    const { latencies, failures } = seen;
    seen = { latencies: [], failures: [] };
    // Who still waits has waited at least this long.
    return { latencies: [...latencies, ...[...waiting].map((started) => now - started)], failures };
  };
}

const ofParapet = readAlways(`${url}/api/guard/domains`, { Host: host, Authorization: `Bearer ${token}` });
const ofBare = readAlways(bareUrl, {});
process.on('message', () => process.send?.({ parapet: ofParapet(), bare: ofBare() } satisfies Report));
process.on('disconnect', () => process.exit());
