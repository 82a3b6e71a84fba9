import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What becomes of a request: it passes, or the first word of what goes wrong. */
export type Fault = 'none' | 'down' | 'silent' | 'refusing' | 'garbage' | 'lost' | 'unanswered';

/**
 * An HTTP server in front of another, which fails as a test says: it drops the connection before the other sees the
 * request (`down`) or after it answered (`lost`), never answers, be it that the
 * other does not see the request either (`silent`) or did what it says (`unanswered`), or answers 422 or what is no JSON itself.
 */
export class HttpFault {
  /** Says what becomes of a request of this method. */
  judge: (method: string) => Fault = () => 'none';
  /** Writes that the other server answered. */
  writes = 0;
  readonly #server = createServer((request, response) => {
    this.#serve(request, response).catch(() => request.socket.destroy());
  });

  constructor(readonly target: string) {}

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    const fault = this.judge(method);
    if (fault === 'down') throw new Error('down');
    if (fault === 'silent') return;
    if (fault === 'refusing') return void response.writeHead(422).end();
    if (fault === 'garbage') return void response.writeHead(200).end('{"rrsets":[{"name":');
    const answer = await this.#pass(method, url, request);
    if (fault === 'lost') throw new Error('lost');
    if (fault === 'unanswered') return;
    response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()));
  }

  async #pass(method: string, url: string, request: IncomingMessage): Promise<Response> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = { 'X-API-Key': String(request.headers['x-api-key']), 'Content-Type': 'application/json' };
    const body = method === 'GET' ? undefined : Buffer.concat(chunks);
    const answer = await fetch(this.target + url, { method, headers, body });
    if (method !== 'GET') this.writes++;
    return answer;
  }
}
