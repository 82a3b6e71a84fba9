import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '@/lib/queues/owner';
import { type Hops, isTrusted, normaliseIp, type Range, readForwarded, readXForwarded, walkHops } from './forwarded';

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
  'x-parapet-sender',
] as const;

export type Peer = {
  address: string;
  host: string;
  secure: boolean;
  /** Whether a trusted proxy passed the request on for somebody. */
  isForwarded: boolean;
};

const addresses = new WeakMap<Socket, string>();

/** The peer of a connection, read once however many requests it carries. */
function addressOf(socket: Socket): string {
  const known = addresses.get(socket);
  if (known !== undefined) return known;
  const address = normaliseIp(socket.remoteAddress ?? '') ?? '';
  addresses.set(socket, address);
  return address;
}

/** Whom a connection counts for: its address, of IPv6 the /64 that one subscriber has; undefined for a trusted proxy. */
export function ownerOf(socket: Socket, trusted: readonly Range[]): string | undefined {
  const address = addressOf(socket);
  if (isTrusted(address, trusted)) return undefined;
  return networkOf(address);
}

type Said = Pick<Peer, 'address'> & { host: string | undefined; scheme: string | undefined };

/** What the hops say of the client; of several hosts and schemes those that its own hop wrote. */
function saidBy({ addresses, hosts, schemes }: Hops, peer: string, trusted: readonly Range[]): Said {
  const { client, depth } = walkHops(peer, addresses, trusted);
  const at = (values: readonly string[]) => values[Math.max(0, values.length - 1 - depth)];
  return { address: client, host: at(hosts), scheme: at(schemes)?.toLowerCase() };
}

const agree = (one: string | undefined, other: string | undefined) =>
  one === undefined || other === undefined || one === other;

/** What both kinds of headers say; undefined when one is malformed or they tell different stories. */
function readHops(request: IncomingMessage, peer: string, trusted: readonly Range[]): Said | undefined {
  const header = (name: string) => request.headers[name]?.toString();
  const older = readXForwarded(header);
  const x = saidBy(older, peer, trusted);
  const forwarded = header('forwarded');
  if (forwarded === undefined) return x;
  const hops = readForwarded(forwarded);
  if (!hops) return undefined;
  const said = saidBy(hops, peer, trusted);
  const isSame =
    (older.addresses.length === 0 || x.address === said.address) &&
    agree(x.host, said.host) &&
    agree(x.scheme, said.scheme);
  return isSame ? { address: said.address, host: said.host ?? x.host, scheme: said.scheme ?? x.scheme } : undefined;
}

/**
 * Who really sent this, and to which host. Forwarding headers count only from TRUSTED_PROXIES: the right-most hop that is
 * not itself trusted is the client. Rewrites the request's headers so that nothing behind can be misled. Undefined when
 * what a trusted proxy passed on cannot be understood in one way.
 */
export function identifyPeer(request: IncomingMessage, trusted: readonly Range[]): Peer | undefined {
  const socketPeer = addressOf(request.socket);
  const { headers } = request;
  const viaProxy = isTrusted(socketPeer, trusted);
  const isForwarded = viaProxy && (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined);
  const said = viaProxy ? readHops(request, socketPeer, trusted) : undefined;
  if (viaProxy && !said) return undefined;
  const peer: Peer = {
    address: said?.address ?? socketPeer,
    host: said?.host || headers.host || '',
    secure: said?.scheme === 'https',
    isForwarded,
  };
  for (const name of CLAIMS) if (name in headers) delete headers[name];
  headers.host = peer.host;
  headers['x-forwarded-host'] = peer.host;
  headers['x-forwarded-proto'] = peer.secure ? 'https' : 'http';
  headers['x-forwarded-for'] = peer.address;
  return peer;
}
