import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { takesWrites } from './disk';

const folder = mkdtempSync(path.join(tmpdir(), 'parapet-disk-'));
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

it('tries the disk once a second at most, however many ask', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(5_000);
  await takesWrites(folder);
  // A folder that is gone takes nothing, which nobody finds out within the second.
  rmSync(folder, { recursive: true });
  now.mockReturnValue(5_999);
  await takesWrites(folder);
  now.mockReturnValue(6_000);
  await expect(takesWrites(folder)).rejects.toThrow('ENOENT');
});
