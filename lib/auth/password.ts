import { hash, verify } from '@node-rs/argon2';
import type { FairQueue } from '@/lib/queues/fair-queue';
import type { Owner } from '@/lib/queues/owner';

/** argon2id, 19 MiB, 2 passes: about 45 ms on one core, so it is done in turns wherever a caller asks for it. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Passwords are compared in Unicode NFC, so that two keyboards type the same one. */
const normal = (password: string) => password.normalize('NFC');

/** Hashes at once; for the operator's own passwords, before anybody is served. */
export function hashPassword(password: string): Promise<string> {
  return hash(normal(password), COST);
}

/** Whether the password fits, at once. */
export function fitsPassword(password_hash: string, password: string): Promise<boolean> {
  return verify(password_hash, normal(password));
}

/** Passwords of callers: a few at once, in fair turns. Every method rejects as `FairQueue.run` does. */
export class Passwords {
  #decoy: Promise<string> | undefined;

  constructor(private readonly queue: FairQueue) {}

  hash(owner: Owner, password: string, signal?: AbortSignal): Promise<string> {
    return this.queue.run(owner, () => hashPassword(password), signal);
  }

  /**
   * Whether the password fits. Without a hash (unknown user, unreadable password) a decoy is verified, in the same
   * queue and under the same owner, so that the answer takes as long as a wrong password.
   */
  async verify(
    owner: Owner,
    password_hash: string | undefined,
    password: string | undefined,
    signal?: AbortSignal,
  ): Promise<boolean> {
    // Everybody waits for it, or the very first unknown name would take longer than a known one.
    this.#decoy ??= hashPassword('decoy');
    const decoy = await this.#decoy;
    const fits = await this.queue.run(owner, () => fitsPassword(password_hash ?? decoy, password ?? ''), signal);
    return fits && password_hash !== undefined && password !== undefined;
  }
}

const CANONICAL = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Decodes strict canonical base64 of UTF-8 text, at most 1024 bytes; undefined when it is anything else. */
export function decodeBase64Password(encoded: string): string | undefined {
  if (encoded.length === 0 || encoded.length > 1368 || !CANONICAL.test(encoded)) return undefined;
  const bytes = Buffer.from(encoded, 'base64');
  // Buffer.from accepts stray trailing bits; only the canonical spelling is the password that was sent.
  if (bytes.toString('base64') !== encoded) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
