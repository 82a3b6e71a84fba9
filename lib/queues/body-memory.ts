import { AppError } from '@/lib/api/errors';
import { keysOf } from './fair-order';
import type { Owner } from './owner';

/** Bytes of bodies in memory, of everybody and of one account. */
type Bounds = { bytes: number; bytesOfAccount: number };

/** Retry-After of a body for which there is no room: the others are read or given up within seconds. */
const RETRY_S = 2;

const refusal = (errKey: string) =>
  new AppError(errKey, { values: { seconds: RETRY_S }, headers: { 'Retry-After': String(RETRY_S) } });

/**
 * Bodies in memory, each from its first byte until it is answered. An account has a share. Where all together have no room,
 * the account that has most loses what began last of what it still sends, so that nobody's slow bodies keep out everybody
 * else's.
 */
export class BodyMemory {
  /** In the order they began. */
  readonly #bodies = new Set<BodyInMemory>();
  readonly #ofAccounts = new Map<string, number>();
  #bytes = 0;

  constructor(private readonly bounds: Bounds) {}

  /** Bytes of all. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Counts a body that begins, until its `release`. */
  begin(owner: Owner): BodyInMemory {
    const kept = new BodyInMemory(keysOf(owner)[1], this);
    this.#bodies.add(kept);
    return kept;
  }

  /** Forgets a body. */
  remove(kept: BodyInMemory): void {
    if (this.#bodies.delete(kept)) this.#count(kept.account, -kept.bytes);
  }

  /** Counts bytes of a body. Throws too_many_waiting or busy where there is no room for them. */
  grow({ account }: BodyInMemory, bytes: number): void {
    this.#count(account, bytes);
    const { bytesOfAccount } = this.bounds;
    if ((this.#ofAccounts.get(account) ?? 0) > bytesOfAccount) throw refusal('err.request.too_many_waiting');
    if (this.#bytes > this.bounds.bytes) this.#makeRoom();
  }

  #makeRoom(): void {
    const [most] = [...this.#ofAccounts].reduce((a, b) => (b[1] > a[1] ? b : a));
    const latest = [...this.#bodies].findLast((kept) => kept.account === most && kept.isArriving);
    if (!latest) throw refusal('err.busy');
    latest.giveUp(refusal('err.request.too_many_waiting'));
  }

  #count(account: string, more: number): void {
    this.#bytes += more;
    const bytes = (this.#ofAccounts.get(account) ?? 0) + more;
    if (bytes > 0) this.#ofAccounts.set(account, bytes);
    else this.#ofAccounts.delete(account);
  }
}

/** One body. */
export class BodyInMemory {
  #chunks: Uint8Array[] = [];
  #refusal: AppError | undefined;
  bytes = 0;
  isArriving = true;

  constructor(
    readonly account: string,
    private readonly all: BodyMemory,
  ) {}

  /** Keeps a piece of the body. Throws as `BodyMemory.grow` does, also where the body has lost its room since the last piece. */
  add(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.grow(chunk.length);
  }

  /** Counts bytes that were made of it. Throws as `add` does. */
  grow(bytes: number): void {
    this.#check();
    this.bytes += bytes;
    try {
      this.all.grow(this, bytes);
    } catch (error) {
      this.release();
      throw error;
    }
    this.#check();
  }

  /** All that was kept. Throws as `add` does. */
  whole(): Uint8Array {
    this.#check();
    const chunks = this.#chunks;
    this.#chunks = [];
    this.isArriving = false;
    return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
  }

  /** Drops what was kept; whoever sends the rest is refused at its next piece. */
  giveUp(refused: AppError): void {
    this.#refusal = refused;
    this.release();
  }

  /** Drops what was kept, and no longer counts. */
  release(): void {
    this.all.remove(this);
    this.#chunks = [];
    this.isArriving = false;
  }

  #check(): void {
    if (this.#refusal) throw this.#refusal;
  }
}
