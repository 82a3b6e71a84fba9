import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Acknowledged, KINDS, type Kind, Ledger } from './ledger';
import type { Server } from './server';

/** Objects of a kind that one writer keeps unless told otherwise; beyond, the oldest goes. */
const KEPT = 12;
/** Addresses of one batch, which is stored whole or not at all: more than one transaction takes. */
export const BATCH = 1_200;
/** After a refusal: a store that is away is not asked a thousand times a second. */
const REFUSED_MS = 20;

/** Tenants of two brands, who write in turns. */
const TENANTS = ['acme-root', 'borealis-root'];

let serial = 0;
/** A name that no other object has. */
const nameOf = (kind: Kind) => `${kind}-${process.pid}-${++serial}.example.com`;
const addressOf = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;

/** Somebody who creates, changes and deletes objects of their own without a pause. */
export class Writer {
  readonly #own: Record<Kind, Acknowledged[]> = { policy: [], list: [], domain: [] };
  readonly #as: string;
  /** The policy of all its domains, which is not deleted. */
  #policy: Acknowledged | undefined;

  constructor(
    index: number,
    readonly server: () => Server,
    readonly ledger: Ledger,
    readonly kept = KEPT,
  ) {
    this.#as = TENANTS[index % TENANTS.length] as string;
  }

  async step(): Promise<void> {
    this.#policy ??= await this.#create('policy');
    if (!this.#policy) return;
    const kind = (['policy', 'list', 'domain'] as const)[randomInt(3)] as Kind;
    const own = this.#own[kind];
    const chosen = own[randomInt(Math.max(own.length, 1))];
    if (own.length > this.kept) return this.#remove(kind, own.shift() as Acknowledged);
    if (chosen && randomInt(4) === 0) return this.#read(kind, chosen);
    if (!chosen || randomInt(3) === 0) {
      const made = await this.#create(kind);
      if (made) own.push(made);
      return;
    }
    const outcome =
      kind === 'list' && randomInt(2) === 0 ? await this.#addBatch(chosen) : await this.#edit(kind, chosen);
    // What became of it is not known: nobody touches it again.
    if (outcome === 'unsure') own.splice(own.indexOf(chosen), 1);
  }

  async #send(method: string, path: string, body?: object) {
    const answer = await this.server().call(method, path, { as: this.#as, body });
    const outcome = this.ledger.answered(answer);
    if (outcome !== 'sure') await pause(REFUSED_MS);
    return { outcome, data: answer.body?.data };
  }

  async #create(kind: Kind): Promise<Acknowledged | undefined> {
    const name = nameOf(kind);
    const { path, create, id } = KINDS[kind];
    const { outcome, data } = await this.#send('POST', path, create(name, this.#policy?.id ?? ''));
    if (outcome === 'sure') return this.ledger.created(kind, String(data[id]), name);
    if (outcome === 'unsure') this.ledger.unsureCreation(name);
    return undefined;
  }

  /** What its writer was answered is what is read at once. */
  async #read(kind: Kind, object: Acknowledged): Promise<void> {
    const { status, body } = await this.server().call('GET', `${KINDS[kind].path}/${object.id}`, { as: this.#as });
    this.ledger.read(object, status, body?.data?.[KINDS[kind].shown]);
  }

  async #edit(kind: Kind, object: Acknowledged) {
    const name = nameOf(kind);
    const { outcome } = await this.#send('PUT', `${KINDS[kind].path}/${object.id}`, KINDS[kind].edit(name));
    object.changed(outcome, name);
    return outcome;
  }

  async #remove(kind: Kind, object: Acknowledged): Promise<void> {
    const { outcome } = await this.#send('DELETE', `${KINDS[kind].path}/${object.id}`);
    object.changed(outcome, undefined);
  }

  async #addBatch(list: Acknowledged) {
    const ips = Array.from({ length: BATCH }, () => ({ ip_addr: addressOf(++serial) }));
    const { outcome } = await this.#send('POST', `${KINDS.list.path}/${list.id}/ips/batch`, { ips });
    list.filled(outcome);
    return outcome;
  }
}

/** Writers who write until told to stop. */
export class Writers {
  #isOver = false;
  readonly #running: Promise<void>[];

  /** `server` says whom to write to, before each write. */
  constructor(
    count: number,
    server: (index: number) => Server,
    readonly ledger: Ledger = new Ledger(),
    kept = KEPT,
  ) {
    this.#running = Array.from({ length: count }, async (_, i) => {
      const writer = new Writer(i, () => server(i), ledger, kept);
      while (!this.#isOver) {
        // A process that is gone is another one soon.
        if (server(i).isAlive) await writer.step();
        else await pause(1);
      }
    });
  }

  /** Resolves once so many more writes were acknowledged. */
  async wrote(more: number, patience = 60_000): Promise<void> {
    const wanted = this.ledger.acknowledged + more;
    const until = performance.now() + patience;
    while (this.ledger.acknowledged < wanted) {
      if (performance.now() > until) throw new Error(`fewer than ${more} writes in ${patience / 1000} s`);
      await pause(1);
    }
  }

  /** Resolves once nobody writes any more. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#running);
  }
}
