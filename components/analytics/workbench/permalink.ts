import { fixtureFile } from '@/components/charts/fixtures/fixture-file';
import type { Subject } from './entries';

/** Longer addresses are cut or refused on their way; such a result travels as a file. */
const MOST_LINK = 32_000;
/** Of what a link is unpacked into, so that a small one cannot fill the memory of who opens it. */
const MOST_TEXT = 4 << 20;
const PREFIX = '#d=';

const shape = fixtureFile.omit({ result: true });

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: GenericTransformStream,
  most: number,
): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const chunk = part.value as Uint8Array;
    size += chunk.length;
    if (size > most) {
      await reader.cancel();
      throw new RangeError('too large');
    }
    chunks.push(chunk);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

/** A subject as it was written; null where it is none. */
export function readSubject(raw: unknown): Subject | null {
  const rest = shape.safeParse(raw);
  const text = rest.success ? (raw as { text?: unknown }).text : undefined;
  return rest.success && (text === null || typeof text === 'string') ? { ...rest.data, text } : null;
}

/** The part of an address that holds a subject whole; null where it is too large for one. */
export async function hashOf(subject: Subject): Promise<string | null> {
  const json = new TextEncoder().encode(JSON.stringify(subject));
  if (json.length > MOST_TEXT) return null;
  const packed = await through(json, new CompressionStream('deflate-raw'), MOST_TEXT);
  let binary = '';
  for (const byte of packed) binary += String.fromCharCode(byte);
  const hash = PREFIX + btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return hash.length > MOST_LINK ? null : hash;
}

/** The subject of an address; null where there is none, or what is there cannot be read. */
export async function subjectIn(hash: string): Promise<Subject | null> {
  if (!hash.startsWith(PREFIX) || hash.length > MOST_LINK) return null;
  try {
    const binary = atob(hash.slice(PREFIX.length).replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const json = await through(bytes, new DecompressionStream('deflate-raw'), MOST_TEXT);
    return readSubject(JSON.parse(new TextDecoder().decode(json)));
  } catch {
    return null;
  }
}
