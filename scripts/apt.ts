import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Installs Debian's packages where a program of theirs is missing. Throws naming them where that cannot be. */
export function install(program: string, ...packages: string[]): void {
  if (existsSync(program)) return;
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=200', ...packages],
  ]) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const { status } = spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env });
    if (status !== 0) throw new Error(`${packages.join(', ')} missing, and apt-get could not install it`);
  }
  if (!existsSync(program)) throw new Error(`apt-get installed ${packages.join(', ')}, but ${program} is not there`);
}
