import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { timeLimit } from '@/lib/runtime/time-limit';
import { cut } from '@/lib/text/well-formed';

export const CONNECT_MS = 3_000;
export const HTTP_MS = 5_000;

/** A failed step, as the answer tells it. */
export class ProbeError extends Error {}

const WORDS: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection reset',
  ETIMEDOUT: 'timed out',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'host not found',
  ABORT_ERR: 'timed out',
};

/** One short reason, in the same words each time. */
export function reasonOf(error: unknown): string {
  if (error instanceof ProbeError) return error.message;
  const { code = '', message = '' } = error as NodeJS.ErrnoException;
  return WORDS[code] ?? cut((code || message || 'failed').toLowerCase().replaceAll('_', ' '), 120);
}

/** How long a step took, rounded up to whole milliseconds. */
export async function timed<T>(work: Promise<T>): Promise<{ value: T; latency_ms: number }> {
  const started = performance.now();
  const value = await work;
  return { value, latency_ms: Math.max(1, Math.round(performance.now() - started)) };
}

/** Settles with the first event of a socket, or fails when the time is over; the socket is destroyed on failure. */
function settled<S extends Socket>(socket: S, event: string, ms: number, signal: AbortSignal): Promise<S> {
  return new Promise((resolve, reject) => {
    const end = (error?: Error) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      socket.off('error', end);
      if (!error) return resolve(socket);
      socket.on('error', () => undefined);
      socket.destroy();
      reject(error);
    };
    const onAbort = () => end(new ProbeError('timed out'));
    const timer = setTimeout(onAbort, ms);
    signal.addEventListener('abort', onAbort, { once: true });
    socket.once(event, () => end());
    socket.once('error', end);
    socket.once('close', () => end(new ProbeError('connection closed')));
  });
}

/** Connects to an address that was vetted; nothing is resolved again. */
export function openTcp(address: string, port: number, signal: AbortSignal): Promise<Socket> {
  return settled(connect({ host: address, port }), 'connect', CONNECT_MS, signal);
}

/** Speaks TLS over an open connection. A bad certificate does not end the handshake; it is read from the socket. */
export function openTls(socket: Socket, servername: string, signal: AbortSignal): Promise<TLSSocket> {
  const secure = connectTls({ socket, servername, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] });
  return settled(secure, 'secureConnect', CONNECT_MS, signal);
}

/** Asks for `/` over an open connection and answers the status; redirects are not followed, no body is read. */
export function askHttp(socket: Socket, host: string, signal: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    const limit = timeLimit(HTTP_MS, signal);
    const asked = request({
      createConnection: () => socket,
      path: '/',
      headers: { Host: host, 'User-Agent': 'Parapet-Precheck', Accept: '*/*', Connection: 'close' },
      signal: limit,
    });
    asked.once('response', (response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    asked.once('error', (error) => reject(limit.aborted ? new ProbeError('timed out') : error));
    // An origin that switches protocols unasked gives neither an answer nor an error.
    asked.once('close', () => reject(new ProbeError('connection closed')));
    asked.end();
  });
}
