import { randomInt } from 'node:crypto';
import { connect } from 'node:net';
import fc from 'fast-check';
import { groupedBy } from '@/lib/db/grouped';
import { Contract, type Operation } from '@/test/fuzz/operations';
import { type Made, requestsTo } from '@/test/fuzz/requests';
import { Ids } from '@/test/visit/ids';
import type { Scene } from './scene';
import type { Server } from './server';

/** Who sends, beside nobody. */
const CALLERS = ['acme-root', 'acme-support', 'acme-auditor', 'acme-child', 'borealis-root', 'borealis-support'];
/** Every so many is sent with bytes that no client would send. */
const BROKEN_EVERY = 10;
const BYTES_CHANGED = 4;
const ANSWER_MS = 30_000;
/** Addresses that it comes from, so that wrong passwords among it slow down nobody who signs in. */
const forwardedFor = () => `198.51.${randomInt(100)}.${randomInt(1, 255)}`;

const isAllowed = (status: number) => status < 500 || status === 503;

/** Requests made at random to every operation of a server, by its own document, and what is wrong with their answers. */
export class Fuzzers {
  readonly broken = new Set<string>();
  readonly #seen = new Ids();
  /** Some of them end on the way: they lock and delete each other, too. */
  readonly #callers = new Set<string>(CALLERS);
  readonly #hit = new Set<string>();
  readonly #statuses = new Map<number, number>();
  #sent = 0;

  private constructor(
    readonly scene: Scene,
    readonly server: Server,
    readonly contract: Contract,
    readonly seed: number,
  ) {}

  static async open(scene: Scene, server: Server): Promise<Fuzzers> {
    const { body } = await server.call('GET', '/openapi.json');
    return new Fuzzers(scene, server, new Contract(body), randomInt(2 ** 31));
  }

  /** Sends about so many requests, `atOnce` at a time: to one operation after another. */
  async send(count: number, atOnce: number): Promise<void> {
    const { operations } = this.contract;
    const numRuns = Math.ceil(count / operations.length);
    const waiting = operations.map((operation) => ({ operation, key: Math.random() })).sort((a, b) => a.key - b.key);
    const work = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const { operation } = next;
        const made = fc.sample(requestsTo(this.contract, operation, this.#seen), { seed: this.seed, numRuns });
        for (const one of made) await this.#one(operation, one);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }

  figures(): Record<string, string | number> {
    const byClass = groupedBy([...this.#statuses], ([status]) => `${Math.floor(status / 100)}xx`);
    const counts = [...byClass].map(([name, all]) => [name, all.reduce((sum, [, count]) => sum + count, 0)]).sort();
    const operations = `${this.#hit.size} of ${this.contract.operations.length}`;
    const callers = `${this.#callers.size} of ${CALLERS.length} to the end`;
    return { requests: this.#sent, operations, callers, seed: this.seed, ...Object.fromEntries(counts) };
  }

  #note(status: number, fault: string | undefined, what: () => string): void {
    this.#sent++;
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
    if (fault) this.broken.add(`${what().slice(0, 300)} is answered as described: ${fault}`);
  }

  async #one(operation: Operation, made: Made): Promise<void> {
    const as = [...this.#callers, undefined][this.#sent % (this.#callers.size + 1)];
    this.#hit.add(operation.id);
    const { method } = operation;
    const what = () => `${method} ${made.path} ${made.raw ?? ''} of ${as}`;
    if (this.#sent % BROKEN_EVERY === 0) return this.#sendBroken(method, made, await this.#tokenOf(as));
    const headers = { 'X-Forwarded-For': forwardedFor(), ...made.headers };
    const { path, raw } = made;
    const sent = { as, headers, ...(raw === undefined ? {} : { raw }) };
    const answer = await this.server.call(method, path, sent).catch(() => undefined);
    if (!answer) return this.#cannotSignIn(as);
    const { status, body } = answer;
    if (status === 401 && as) this.scene.tokens.delete(as);
    if (status === 0) return this.#note(0, 'no answer', what);
    const type = String(answer.headers['content-type'] ?? '');
    const described = this.contract.faultOf(operation, status, type, body);
    this.#note(status, isAllowed(status) ? described : `${status}`, what);
    if (status < 300) this.#seen.note(operation, body);
  }

  #cannotSignIn(as: string | undefined): void {
    if (as === undefined) return;
    this.#callers.delete(as);
    this.scene.tokens.delete(as);
  }

  async #tokenOf(as: string | undefined): Promise<string> {
    const token = as && (await this.scene.tokens.get(as)?.catch(() => undefined));
    return token || 'nobody';
  }

  /** The same as bytes, of which some are others: answered in some way, or the connection ends. */
  async #sendBroken(method: string, { path, raw = '', headers }: Made, token: string): Promise<void> {
    const head = Object.entries({ ...headers, 'Content-Length': Buffer.byteLength(raw), Connection: 'close' });
    const lines = [`${method} ${path} HTTP/1.1`, 'Host: acme.test', `Authorization: Bearer ${token}`];
    const all = [...lines, ...head.map(([name, value]) => `${name}: ${value}`)].join('\r\n');
    const bytes = Buffer.from(`${all}\r\n\r\n${raw}`);
    for (let i = 0; i < BYTES_CHANGED; i++) bytes[randomInt(bytes.length)] = randomInt(256);
    const status = await answerTo(this.server, bytes);
    this.#note(status, isAllowed(status) ? undefined : `${status}`, () => bytes.toString('latin1'));
  }
}

/** The status of the first answer to these bytes; 0 where the connection ended without one. Who waits for more is not waited for. */
function answerTo({ url }: Server, bytes: Buffer): Promise<number> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) });
    let text = '';
    socket.setTimeout(ANSWER_MS, () => socket.destroy());
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (text.includes('\r\n\r\n')) socket.destroy();
    });
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0)));
    // What is left of it will not come.
    socket.end(bytes);
  });
}
