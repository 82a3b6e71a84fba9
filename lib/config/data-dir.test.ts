import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDataDir } from './data-dir';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parapet-data-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('makes the folder, and takes one with files of its own', () => {
  const inner = path.join(folder, 'a', 'b');
  openDataDir(inner, [path.join(inner, 'store')]);
  expect(existsSync(inner)).toBe(true);
  writeFileSync(path.join(inner, 'store'), 'x');
  openDataDir(inner, [path.join(inner, 'store')]);
});

it('names what is no folder', () => {
  const file = path.join(folder, 'file');
  writeFileSync(file, '');
  expect(() => openDataDir(file, [])).toThrow(`must be able to read and write ${file} (EEXIST)`);
});

it.runIf(process.getuid?.() === 0)('names the file that a command left that ran as root', () => {
  chmodSync(folder, 0o777);
  const file = path.join(folder, 'store');
  writeFileSync(file, 'x');
  writeFileSync(`${file}-wal`, 'x', { mode: 0o600 });
  chmodSync(file, 0o666);
  const program = `import { openDataDir } from ${JSON.stringify(path.join(import.meta.dirname, 'data-dir.ts'))};
    process.setuid(65534);
    openDataDir(${JSON.stringify(folder)}, [${JSON.stringify(file)}]);`;
  const args = ['--import', 'tsx', '--input-type=module', '-e', program];
  const { stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(stderr).toContain(`DATA_DIR: user 65534 must be able to read and write ${file}-wal (EACCES)`);
});
