import { AppError } from '@/lib/api/errors';
import { freeMemory } from '@/lib/runtime/free-memory';
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

/** The room that a body of several pieces has at first; one that is larger gets all that it is said to have, and counts with it. */
const FIRST_ROOM = 256 * 1024;

/** One body. */
export class BodyInMemory {
  #first: Uint8Array | undefined;
  /** Room for a body of several pieces: these go as soon as they are copied, as nothing holds them. */
  #room: Buffer<ArrayBuffer> | undefined;
  #received = 0;
  #refusal: AppError | undefined;
  bytes = 0;
  isArriving = true;

  constructor(
    readonly account: string,
    private readonly all: BodyMemory,
  ) {}

  /**
   * Keeps a piece of a body of `expected` bytes, or of no more than that. Throws as `BodyMemory.grow` does, also where the body
   * has lost its room since the last piece.
   */
  add(chunk: Uint8Array, expected: number): void {
    this.#check();
    if (this.#received === 0) this.#keepFirst(chunk);
    else this.#roomFor(this.#received + chunk.length, expected).set(chunk, this.#received);
    this.#received += chunk.length;
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

  /** All that was kept, which is empty after `release`. Throws as `add` does. */
  whole(): Uint8Array {
    this.#check();
    this.isArriving = false;
    return this.#room?.subarray(0, this.#received) ?? this.#first ?? new Uint8Array(0);
  }

  /** Drops what was kept; whoever sends the rest is refused at its next piece. */
  giveUp(refused: AppError): void {
    this.#refusal = refused;
    this.release();
  }

  /** Drops what was kept, and no longer counts. */
  release(): void {
    this.all.remove(this);
    if (this.#room) freeMemory(this.#room);
    this.#room = undefined;
    this.#first = undefined;
    this.isArriving = false;
  }

  #keepFirst(chunk: Uint8Array): void {
    this.grow(chunk.length);
    this.#first = chunk;
  }

  /** Room for so many bytes, with those in it that came so far. */
  #roomFor(size: number, expected: number): Uint8Array {
    if (this.#room && this.#room.length >= size) return this.#room;
    const length = Math.max(size, size > FIRST_ROOM ? expected : Math.min(expected, FIRST_ROOM));
    this.grow(length - this.bytes);
    const room = Buffer.allocUnsafeSlow(length);
    room.set(this.#room?.subarray(0, this.#received) ?? this.#first ?? []);
    if (this.#room) freeMemory(this.#room);
    this.#first = undefined;
    this.#room = room;
    return room;
  }

  #check(): void {
    if (this.#refusal) throw this.#refusal;
  }
}
