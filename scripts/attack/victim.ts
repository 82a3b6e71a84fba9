/**
 * Somebody of another brand who reads their domains 50 times a second, in a process and from an address of their own, so
 * that the attacker's work is not taken for the server's. Told `report`, answers the latencies since the last one.
 */
import { Agent, request } from 'node:http';
import { VICTIM } from './attack';

const EVERY_MS = 20;
const [url = '', host = '', token = ''] = process.argv.slice(2);
const { hostname, port } = new URL(url);
const agent = new Agent({ keepAlive: true, maxSockets: 8 });
const headers = { Host: host, Authorization: `Bearer ${token}` };

/** Milliseconds from when a request was due to its complete answer. */
export type Report = { latencies: number[]; failures: string[] };

let report: Report = { latencies: [], failures: [] };
const waiting = new Set<number>();

function read(): void {
  const started = performance.now();
  waiting.add(started);
  const end = (failure?: string) => {
    if (!waiting.delete(started)) return;
    report.latencies.push(performance.now() - started);
    if (failure) report.failures.push(failure);
  };
  const path = '/api/guard/domains';
  request({ hostname, port, agent, localAddress: VICTIM, path, headers }, (response) => {
    response.resume();
    response.on('end', () => end(response.statusCode === 200 ? undefined : `status ${response.statusCode}`));
    response.on('error', (error) => end(error.message));
  })
    .on('error', (error) => end(error.message))
    .end();
}

setInterval(read, EVERY_MS);
process.on('message', () => {
  // Who still waits has waited at least this long.
  const now = performance.now();
  for (const started of waiting) report.latencies.push(now - started);
  process.send?.(report);
  report = { latencies: [], failures: [] };
});
process.on('disconnect', () => process.exit());
