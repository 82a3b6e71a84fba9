import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Headers that claim what only this server may know; dropped from every request, whoever sent it. */
const CLAIMS = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-forwarded-server',
  'x-real-ip',
  'true-client-ip',
  'x-client-ip',
  'cf-connecting-ip',
  'x-http-method-override',
  'x-middleware-subrequest',
  'x-middleware-rewrite',
  'next-action',
  'next-resume',
  'content-security-policy',
  'x-nonce',
  'x-parapet-path',
] as const;

export type Peer = { address: string; host: string; secure: boolean };

type Range = ReturnType<typeof ipaddr.parseCIDR>;

/** `::ffff:1.2.3.4` is 1.2.3.4. */
function normalise(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : '';
}

const addresses = new WeakMap<Socket, string>();

/** The peer of a connection, read once however many requests it carries. */
function addressOf(socket: Socket): string {
  const known = addresses.get(socket);
  if (known !== undefined) return known;
  const address = normalise(socket.remoteAddress ?? '');
  addresses.set(socket, address);
  return address;
}

function isTrusted(address: string, trusted: readonly Range[]): boolean {
  if (trusted.length === 0) return false;
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.process(address);
  return trusted.some(([range, bits]) => range.kind() === ip.kind() && ip.match(range, bits));
}

/**
 * Who really sent this, and to which host. Forwarding headers count only from TRUSTED_PROXIES: the right-most hop
 * that is not itself trusted is the client. Rewrites the request's headers so that nothing behind can be misled.
 */
export function identifyPeer(request: IncomingMessage, trusted: readonly Range[]): Peer {
  const socketPeer = addressOf(request.socket);
  const { headers } = request;
  const viaProxy = isTrusted(socketPeer, trusted);
  const hops = viaProxy
    ? String(headers['x-forwarded-for'] ?? '')
        .split(',')
        .map((hop) => normalise(hop.trim()))
    : [];
  const client = hops.reverse().find((hop) => hop !== '' && !isTrusted(hop, trusted));
  const peer: Peer = {
    address: client ?? socketPeer,
    host: String((viaProxy && headers['x-forwarded-host']) || headers.host || ''),
    secure: viaProxy && headers['x-forwarded-proto'] === 'https',
  };
  for (const name of CLAIMS) if (name in headers) delete headers[name];
  headers.host = peer.host;
  headers['x-forwarded-host'] = peer.host;
  headers['x-forwarded-proto'] = peer.secure ? 'https' : 'http';
  headers['x-forwarded-for'] = peer.address;
  return peer;
}
