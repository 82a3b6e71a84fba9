import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

/** For whom work is done. Each of the three counts, so that none of them is a way to more turns. */
export type Owner = Readonly<{
  oem_id: string;
  /** The user; of a sign-in the name that is tried; empty where there is none, and then the address counts instead. */
  account: string;
  /** Network of the true peer, as `networkOf` writes it. */
  address: string;
}>;

/** By peer: every request asks for its own, and an address is read slowly. In bytes. */
const networks = new LRUCache<string, string>({
  maxSize: 1 << 20,
  sizeCalculation: (network, peer) => 100 + 2 * (network.length + peer.length),
});

/** What one caller has at will: an IPv4 address, the /64 of an IPv6 one; anything else as it is. */
export function networkOf(peer: string): string {
  const known = networks.get(peer);
  if (known !== undefined) return known;
  const network = readNetwork(peer);
  networks.set(peer, network);
  return network;
}

function readNetwork(peer: string): string {
  if (!ipaddr.isValid(peer)) return peer;
  const ip = ipaddr.process(peer);
  if (ip instanceof ipaddr.IPv4) return ip.toString();
  return `${new ipaddr.IPv6([...ip.parts.slice(0, 4), 0, 0, 0, 0]).toRFC5952String()}/64`;
}

/** Owner of what a request asks for. */
export function ownerOf(ctx: {
  principal: { oem_id: string; user_id: string };
  oem: { oem_id: string };
  request: { peer: string };
}): Owner {
  return {
    oem_id: ctx.principal.oem_id || ctx.oem.oem_id,
    account: ctx.principal.user_id,
    address: networkOf(ctx.request.peer),
  };
}
