import { open, rm } from 'node:fs/promises';
import path from 'node:path';

/** Room that any write needs at least. */
const BYTES = 64 * 1024;

async function tryToWrite(folder: string): Promise<void> {
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

/** One attempt answers all who ask within so much time: each waits for the disk, and nobody may have it wait all the time. */
const VALID_MS = 1_000;

const attempts = new Map<string, { at: number; outcome: Promise<void> }>();

/** Rejects where the disk of a folder takes nothing: it is full or fails. */
export function takesWrites(folder: string): Promise<void> {
  const latest = attempts.get(folder);
  if (latest && performance.now() - latest.at < VALID_MS) return latest.outcome;
  const outcome = tryToWrite(folder);
  attempts.set(folder, { at: performance.now(), outcome });
  return outcome;
}
