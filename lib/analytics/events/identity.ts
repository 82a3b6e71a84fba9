import { createHash } from 'node:crypto';

function digest(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('md5');
  for (const part of parts) hash.update(part);
  return hash.digest('hex').slice(0, 16);
}

/** Id of a request that carries its own: access line and audit line of one request get the same. */
export function idOfRequest(requestId: string): string {
  return digest(['r\0', requestId]);
}

/**
 * Id of a line without a request id: its bytes and how many identical lines came before it in the same file, so a
 * repeated line counts and a repeated file does not.
 */
export function idOfLine(line: Uint8Array, occurrence: number): string {
  return digest(['l\0', line, `\0${occurrence}`]);
}

const GENERATION = 250_000;

/**
 * Counts identical lines of one file. Identical lines carry the same second and so are close together: only the last
 * 250,000 to 500,000 lines are remembered, which bounds the memory for files of any size.
 */
export class Occurrences {
  private young = new Map<string, number>();
  private old = new Map<string, number>();

  next(line: Uint8Array): number {
    const key = createHash('md5').update(line).digest('base64url').slice(0, 11);
    const count = this.young.get(key) ?? this.old.get(key) ?? 0;
    this.young.set(key, count + 1);
    if (this.young.size >= GENERATION) {
      this.old = this.young;
      this.young = new Map();
    }
    return count;
  }
}
