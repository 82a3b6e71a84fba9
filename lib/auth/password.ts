import { hash, verify } from '@node-rs/argon2';
import { AppError } from '@/lib/api/errors';

/** argon2id, 19 MiB, 2 passes: about 45 ms on one core, so how many run at once is bounded. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const AT_ONCE = 4;
const WAITING = 64;

let running = 0;
const queue: (() => void)[] = [];

async function bounded<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (queue.length >= WAITING) throw new AppError('err.unavailable', { headers: { 'Retry-After': '2' } });
    await new Promise<void>((resolve) => queue.push(resolve));
  }
  running++;
  try {
    return await work();
  } finally {
    running--;
    queue.shift()?.();
  }
}

/** Passwords are compared in Unicode NFC, so that two keyboards type the same one. */
const normal = (password: string) => password.normalize('NFC');

export function hashPassword(password: string): Promise<string> {
  return bounded(() => hash(normal(password), COST));
}

let decoy: Promise<string> | undefined;

/**
 * Whether the password fits. Without a hash (unknown user, unreadable password) a decoy is verified, so that the
 * answer takes as long as a wrong password.
 */
export async function verifyPassword(
  password_hash: string | undefined,
  password: string | undefined,
): Promise<boolean> {
  decoy ??= hashPassword('decoy');
  const against = password_hash ?? (await decoy);
  const fits = await bounded(() => verify(against, normal(password ?? '')));
  return fits && password_hash !== undefined && password !== undefined;
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
