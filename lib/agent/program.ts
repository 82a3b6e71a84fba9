import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';

/** Larger than any executable that is released. */
const MAX_BYTES = 512 * 1024 * 1024;

/** Writes a program to a file that can be run, safe from a power cut. Throws where it is not the one that was signed. */
export async function downloaded(
  chunks: AsyncIterable<Uint8Array>,
  { size, sha256 }: { size: number; sha256: string },
  file: string,
): Promise<void> {
  if (size > MAX_BYTES) throw new Error(`a program of ${size} bytes is too large`);
  // What a process that died left there may have been unfit to run.
  await rm(file, { force: true });
  const handle = await open(file, 'wx', 0o755);
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > size) throw new Error(`the program came with more than its ${size} bytes`);
      hash.update(chunk);
      await handle.writeFile(chunk);
    }
    if (bytes < size) throw new Error(`the program came with ${bytes} of its ${size} bytes`);
    if (hash.digest('hex') !== sha256) throw new Error('the program came with another SHA-256 than was signed');
    await handle.sync();
  } finally {
    await handle.close();
  }
}
