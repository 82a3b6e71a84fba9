import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { StoreFailure } from '@/lib/db/dialect';

/** What seals the data keys. `kek_id` tells master keys apart and nothing about them. */
export type MasterKey = Readonly<{ kek_id: string; bytes: Buffer }>;

/** The one in force first, then those that may still have sealed something. */
export type MasterKeys = readonly [MasterKey, ...MasterKey[]];

/** This process cannot seal or open what the store holds. */
export class KeyMissing extends StoreFailure {}

const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** The master key of a secret text of any length. */
export function masterKey(secret: string): MasterKey {
  const derived = (use: string, bytes: number) => Buffer.from(hkdfSync('sha256', secret, '', `parapet ${use}`, bytes));
  return { kek_id: derived('key id', 8).toString('hex'), bytes: derived('key encryption', KEY_BYTES) };
}

function encrypt(key: Buffer, plain: Buffer, bond: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(bond));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
}

/** Throws when the text was changed or belongs to another bond or key. */
function decrypt(key: Buffer, sealed: string, bond: string): Buffer {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(bond))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
}

/**
 * Secrets at rest (DESIGN 5, Certificates): each has a data key of its own, sealed by the master key, both AES-256-GCM.
 * The bond names the one place a sealed text belongs to; moved elsewhere it does not open.
 */
export class Seal {
  readonly #ring = new Map<string, MasterKey>();
  #current: MasterKey;

  /**
   * Seals with `current`; opens what `previous` ones sealed too. `read` reads the keys again where a rotation has replaced
   * them since.
   */
  constructor(
    current: MasterKey,
    previous: readonly MasterKey[] = [],
    private readonly read: () => MasterKeys | undefined = () => undefined,
  ) {
    this.#current = current;
    this.#add([current, ...previous]);
  }

  get current(): MasterKey {
    return this.#current;
  }

  /** Opens also what the keys that are at hand by now have sealed; answers the one in force of these. Throws KeyMissing. */
  readAgain(): MasterKey | undefined {
    try {
      const keys = this.read() ?? [];
      this.#add(keys);
      return keys[0];
    } catch (cause) {
      throw new KeyMissing('the master key cannot be read again', { cause });
    }
  }

  /** Seals with another key from now on. */
  use(key: MasterKey): void {
    this.#add([key]);
    this.#current = key;
  }

  #add(keys: readonly MasterKey[]): void {
    for (const key of keys) this.#ring.set(key.kek_id, key);
  }

  get kek_ids(): string[] {
    return [...this.#ring.keys()];
  }

  /** `<kek_id>.<sealed data key>.<sealed text>` */
  seal(text: string, bond: string): string {
    const dataKey = randomBytes(KEY_BYTES);
    return `${this.#wrap(dataKey, bond)}.${encrypt(dataKey, Buffer.from(text), bond)}`;
  }

  /** Throws on a text that was changed or moved; KeyMissing on one that was sealed with a key that is not at hand. */
  open(sealed: string, bond: string): string {
    const { kek_id, wrapped, body } = partsOf(sealed);
    return decrypt(this.#unwrap(kek_id, wrapped, bond), body, bond).toString();
  }

  /** The same secret under the current master key; undefined where it is already. The text itself is not touched. */
  rewrapped(sealed: string, bond: string): string | undefined {
    const { kek_id, wrapped, body } = partsOf(sealed);
    if (kek_id === this.current.kek_id) return undefined;
    return `${this.#wrap(this.#unwrap(kek_id, wrapped, bond), bond)}.${body}`;
  }

  #wrap(dataKey: Buffer, bond: string): string {
    const { kek_id, bytes } = this.current;
    return `${kek_id}.${encrypt(bytes, dataKey, `${kek_id} ${bond}`)}`;
  }

  #unwrap(kek_id: string, wrapped: string, bond: string): Buffer {
    if (!this.#ring.has(kek_id)) this.readAgain();
    const key = this.#ring.get(kek_id);
    if (!key)
      throw new KeyMissing(`a secret is sealed with the master key ${kek_id}, which this process does not have`);
    return decrypt(key.bytes, wrapped, `${kek_id} ${bond}`);
  }
}

function partsOf(sealed: string) {
  const [kek_id = '', wrapped = '', body = ''] = sealed.split('.');
  return { kek_id, wrapped, body };
}
