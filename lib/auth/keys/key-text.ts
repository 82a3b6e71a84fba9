import { crc32 } from 'node:zlib';
import { base62, randomBase62 } from '../tokens';

/** The text of a key: `ppt_<8>.<40>`, base62; the last six characters are a checksum of all before (DESIGN 5). */
const MARK = 'ppt';
const KEY_TEXT = /^([a-z]{3})_[0-9A-Za-z]{8}\.[0-9A-Za-z]{34}[0-9A-Za-z]{6}$/;
const CHECKSUM = 6;

export type KeyText = { prefix: string; secret: string };

const checksum = (text: string) => base62(crc32(text), CHECKSUM);

/** A new key, or another secret of that form with a mark of its own; the secret carries 202 bits. */
export function newKeyText(mark = MARK): KeyText {
  const prefix = `${mark}_${randomBase62(8)}`;
  const random = randomBase62(34);
  return { prefix, secret: random + checksum(`${prefix}.${random}`) };
}

/** The parts of a key, or undefined where it is none: a typo is found before the store is asked. */
export function readKeyText(text: string, mark = MARK): KeyText | undefined {
  if (KEY_TEXT.exec(text)?.[1] !== mark) return undefined;
  const [prefix = '', secret = ''] = text.split('.');
  return secret.slice(-CHECKSUM) === checksum(text.slice(0, -CHECKSUM)) ? { prefix, secret } : undefined;
}
