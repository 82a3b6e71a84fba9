import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openStore } from '@/lib/db/store';

it('a second demonstration with the same folder ends at once, and takes nothing of the first', async () => {
  const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'parapet-demo-'));
  const first = openStore({ folder: DATA_DIR });
  const events = path.join(DATA_DIR, 'analytics', 'events.duckdb');
  mkdirSync(path.dirname(events));
  writeFileSync(events, 'of the first');
  const second = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/demo/demo.ts'], {
    env: { ...process.env, DATA_DIR, PORT: '0' },
    encoding: 'utf8',
  });
  expect(readFileSync(events, 'utf8')).toBe('of the first');
  expect(second.status).toBe(1);
  expect(second.stderr).toContain(`another Parapet is running on ${DATA_DIR}`);
  expect(second.stdout).toBe('');
  await first.close();
  rmSync(DATA_DIR, { recursive: true });
});
