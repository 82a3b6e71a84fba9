import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIPv6 } from 'node:net';
import { readHost } from '@/lib/guard/probes/addresses';
import type { Names } from '@/lib/guard/probes/names';
import { timeLimit } from '@/lib/runtime/time-limit';
import type { Outgoing } from './payload';

const TIME_LIMIT_MS = 10_000;
/** Of an answer, in bytes; the rest is not read. */
const MOST_READ = 16 * 1024;
const TRIED_ADDRESSES = 3;

/** Why a message did not arrive, as it is shown. */
export class NotSent extends Error {}

/** It arrived at some, who would get it twice where it were sent again. */
export class PartlySent extends NotSent {}

type Options = {
  names: Names;
  /** Whether an address and port must not be reached. Asked of the very address that is then connected to. */
  isForbidden(address: string, port: number): boolean;
};

/**
 * Posts to addresses that tenants chose, under the rules of probes (spec section 8): names are resolved once, the
 * connection goes to the address that was vetted, redirects are not followed, and time and bytes are bounded.
 */
export class Webhooks {
  constructor(private readonly options: Options) {}

  /** The text of an answer of 2xx. Throws NotSent, and what the connection throws. */
  async post(outgoing: Outgoing, caller?: AbortSignal): Promise<string> {
    const url = new URL(outgoing.url);
    const signal = timeLimit(TIME_LIMIT_MS, caller);
    const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
    const all = await this.#addressesOf(url.hostname.replace(/^\[|\]$/g, ''));
    if (all.length === 0) throw new NotSent('host not found');
    const allowed = all.filter((address) => !this.options.isForbidden(address, port));
    if (allowed.length === 0) throw new NotSent('address not allowed');
    let last: unknown;
    for (const address of allowed.slice(0, TRIED_ADDRESSES)) {
      try {
        return await answered(await ask(url, address, outgoing, signal));
      } catch (error) {
        // What arrived may have been taken: only what never got there goes to another address.
        if (!isUnreached(error)) throw error;
        last = error;
      }
    }
    throw last;
  }

  async #addressesOf(given: string): Promise<string[]> {
    const found = readHost(given);
    if (!found || found.kind === 'odd') throw new NotSent('address not allowed');
    return found.kind === 'address' ? [found.host] : this.options.names.addresses(found.host);
  }
}

const isUnreached = (error: unknown) =>
  ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'].includes((error as NodeJS.ErrnoException).code ?? '');

function ask(url: URL, address: string, { headers, body }: Outgoing, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    const family = isIPv6(address) ? 6 : 4;
    const asked = request(url, {
      method: 'POST',
      headers: { ...headers, 'User-Agent': 'Parapet', 'Content-Length': String(Buffer.byteLength(body)) },
      agent: false,
      signal,
      // The address that was vetted, whatever the name says by now.
      lookup: (_host, options, done) => (options.all ? done(null, [{ address, family }]) : done(null, address, family)),
    });
    asked.once('response', resolve);
    asked.once('error', (error) => reject(signal.aborted ? new NotSent('timed out') : error));
    asked.end(body);
  });
}

async function answered(response: IncomingMessage): Promise<string> {
  const status = response.statusCode ?? 0;
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of response) {
      parts.push(part);
      bytes += part.length;
      if (bytes >= MOST_READ) break;
    }
  } finally {
    response.destroy();
  }
  if (status < 200 || status > 299) throw new NotSent(`answered with status ${status}`);
  return Buffer.concat(parts).subarray(0, MOST_READ).toString('utf8');
}
