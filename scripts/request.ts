import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';

export type Sent = {
  method: string;
  /** Path and query, sent as they are. */
  path: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
  /** The address on loopback it comes from; 127.0.0.1 when not given. */
  from?: string;
};

export type Received = { status: number; headers: IncomingHttpHeaders; text: string };

/** One request to a server on this machine. `fetch` may set neither Host nor a path it would rewrite; this may. */
export function request(server: string, { method, path, headers, body, from }: Sent): Promise<Received> {
  const { hostname, port } = new URL(server);
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      { hostname, port, method, path, localAddress: from, headers: { ...length, ...headers } },
      async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk as Buffer);
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
