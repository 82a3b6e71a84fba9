/**
 * Installs the engine that the tests of ClickHouse run on, in a folder of its own that is kept between runs: it weighs half a
 * gigabyte and is no dependency of the project.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

const VERSION = '3.4.0';
const cache = process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache');

/** Where the engine is once it is installed. */
export const engineFolder = path.join(cache, 'parapet', `chdb-${VERSION}`);

/** Installs the engine unless it is there. Throws where that fails, so that no test passes without it. */
export function installEngine() {
  if (existsSync(engineFolder)) return;
  const half = `${engineFolder}.${process.pid}`;
  mkdirSync(half, { recursive: true });
  const { status, stderr } = spawnSync(
    'npm',
    ['install', '--prefix', half, '--no-audit', '--no-fund', '--ignore-scripts', `chdb@${VERSION}`],
    { encoding: 'utf8', timeout: 5 * 60_000 },
  );
  if (status !== 0) throw new Error(`chdb ${VERSION} could not be installed: ${stderr}`);
  if (existsSync(engineFolder)) rmSync(half, { recursive: true });
  else renameSync(half, engineFolder);
}
