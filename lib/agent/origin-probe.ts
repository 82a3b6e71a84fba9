import { connect } from 'node:net';
import { MAX_ORIGINS, type NodeFigures } from '@/lib/guard/fleet/vocabulary';

/** An origin as nginx has it, `host:port`, and a domain whose requests it gets. */
export type ServedOrigin = { domain: string; address: string };

/** Addresses asked at a time; with more the next ones have their turn next time. */
const AT_ONCE = 32;
const PATIENCE_MS = 2_000;

/**
 * Asks origins whether they take a connection. nginx's error log says that only while visitors come, and never that an origin is
 * back; a connection says both, and costs an origin next to nothing.
 */
export class OriginProbe {
  /** Since when an address takes none. */
  readonly #failing = new Map<string, number>();
  #next = 0;

  /** Asks those whose turn it is, and answers which fail, longest first. */
  async failing(origins: readonly ServedOrigin[]): Promise<Pick<NodeFigures, 'origins' | 'failing_origins'>> {
    const domains = new Map(origins.map((one) => [one.address, one.domain]));
    for (const address of this.#failing.keys()) if (!domains.has(address)) this.#failing.delete(address);
    await Promise.all(this.#turn([...domains.keys()]).map((address) => this.#ask(address)));
    const all = [...this.#failing]
      .map(([address, since]) => ({ domain: domains.get(address) ?? '', address, since }))
      .sort((a, b) => a.since - b.since);
    return { origins: all.slice(0, MAX_ORIGINS), failing_origins: all.length };
  }

  #turn(addresses: readonly string[]): readonly string[] {
    if (this.#next >= addresses.length) this.#next = 0;
    const turn = addresses.slice(this.#next, this.#next + AT_ONCE);
    this.#next += turn.length;
    return turn;
  }

  async #ask(address: string): Promise<void> {
    if (await takesConnections(address)) this.#failing.delete(address);
    else if (!this.#failing.has(address)) this.#failing.set(address, Date.now());
  }
}

function takesConnections(address: string): Promise<boolean> {
  const colon = address.lastIndexOf(':');
  const host = address.slice(0, colon).replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(address.slice(colon + 1)) });
    const done = (isThere: boolean) => {
      clearTimeout(patience);
      socket.destroy();
      resolve(isThere);
    };
    const patience = setTimeout(done, PATIENCE_MS, false);
    socket.once('connect', () => done(true));
    socket.once('error', () => done(false));
  });
}
