import { open, rm } from 'node:fs/promises';
import path from 'node:path';

/** Room that any write needs at least. */
const BYTES = 64 * 1024;

/** Rejects where the disk of a folder takes nothing: it is full or fails. */
export async function takesWrites(folder: string): Promise<void> {
  const file = path.join(folder, `probe-${process.pid}`);
  try {
    const probe = await open(file, 'w', 0o600);
    try {
      await probe.write(Buffer.alloc(BYTES));
      await probe.datasync();
    } finally {
      await probe.close();
    }
  } finally {
    await rm(file, { force: true });
  }
}
