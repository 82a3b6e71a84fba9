/** A balancer as a test needs one: hands requests on in turns, asks /readyz, never tries twice. */
import { once } from 'node:events';
import { Agent, createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const PROBE_MS = 50;

type Target = { url: string; agent: Agent; isReady: boolean; inFlight: number };

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status === 200;
    },
    () => false,
  );
}

function handOn(target: Target, request: IncomingMessage, response: ServerResponse): void {
  const { hostname, port } = new URL(target.url);
  const { method, url: path, headers } = request;
  target.inFlight++;
  response.once('close', () => target.inFlight--);
  const outgoing = httpRequest({ hostname, port, agent: target.agent, method, path, headers }, (answer) => {
    const { connection: _, ...kept } = answer.headers;
    response.writeHead(answer.statusCode ?? 502, kept);
    answer.pipe(response);
  });
  outgoing.on('error', (error) => response.writeHead(502).end(String(error)));
  request.pipe(outgoing);
}

export type Balancer = {
  url: string;
  add(url: string): void;
  /** Resolves once it has seen that a server is ready, or that it is not and nothing is under way there. */
  seen(url: string, isReady: boolean): Promise<void>;
  close(): Promise<void>;
};

/** Starts the balancer; servers are added to it. */
export async function startBalancer(): Promise<Balancer> {
  const targets = new Map<string, Target>();
  let turn = 0;
  const server = createServer((request, response) => {
    const ready = [...targets.values()].filter((target) => target.isReady);
    const target = ready[turn++ % ready.length];
    if (target) handOn(target, request, response);
    else response.writeHead(502).end('no server is ready');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const end = new AbortController();
  const probing = (async () => {
    while (!end.signal.aborted) {
      for (const target of targets.values()) target.isReady = await isReady(target.url);
      await pause(PROBE_MS);
    }
  })();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (url) => void targets.set(url, { url, agent: new Agent({ keepAlive: true }), isReady: false, inFlight: 0 }),
    async seen(url, wanted) {
      const isSo = ({ isReady, inFlight }: Target) => isReady === wanted && (wanted || inFlight === 0);
      for (let target = targets.get(url); target && !isSo(target); ) await pause(5);
    },
    async close() {
      end.abort();
      await probing;
      for (const { agent } of targets.values()) agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
