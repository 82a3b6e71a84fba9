import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runtimeOf, TARGETS, type Target } from './runtimes';

/** By which Node finds the program inside itself (Node's documentation, "Single executable applications"). */
const RESOURCE = 'NODE_SEA_BLOB';
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';
/** Run as a program, since it warns of sections without names in every Node. */
const POSTJECT = fileURLToPath(import.meta.resolve('postject/dist/cli.js'));

/** Writes a file that runs by itself on a system. */
export function makeExecutable(target: Target, program: string, file: string): void {
  const work = mkdtempSync(path.join(tmpdir(), 'parapet-cli-'));
  try {
    // What is put into a program of macOS breaks its signature, without which it does not run there.
    if (target.os === 'darwin') writeFileSync(file, selfExtracting(runtimeOf(target), program, work));
    else injected(target, program, file, work);
    chmodSync(file, 0o755);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function injected(target: Target, program: string, file: string, work: string): void {
  writeFileSync(path.join(work, 'parapet.cjs'), program);
  const config = { main: 'parapet.cjs', output: 'parapet.blob', disableExperimentalSEAWarning: true };
  writeFileSync(path.join(work, 'sea.json'), JSON.stringify(config));
  tool(hostRuntime(), ['--experimental-sea-config', 'sea.json'], work);
  const runtime = readFileSync(runtimeOf(target));
  writeFileSync(file, target.os === 'windows' ? unsigned(runtime) : runtime);
  chmodSync(file, 0o755);
  tool(process.execPath, [POSTJECT, path.resolve(file), RESOURCE, 'parapet.blob', '--sentinel-fuse', FUSE], work);
}

/** A 64-bit program of Windows without its signature, which would be a broken one once something is put into it. */
export function unsigned(program: Buffer): Buffer {
  const header = program.readUInt32LE(0x3c);
  // Behind the optional header's own fields are places and lengths of tables; the fifth is that of signatures.
  const entry = header + 24 + 112 + 4 * 8;
  const at = program.readUInt32LE(entry);
  if (at === 0) return program;
  const rest = Buffer.from(program.subarray(0, at));
  rest.fill(0, entry, entry + 8);
  return rest;
}

/** Node of the same major release as the runtimes, for this machine. */
function hostRuntime(): string {
  const arch = process.arch === 'arm64' ? 'arm64' : 'amd64';
  const target = TARGETS.find((one) => one.os === process.platform && one.arch === arch);
  if (!target) throw new Error(`Executables are built on Linux or macOS, not on ${process.platform}`);
  return runtimeOf(target);
}

/** A shell script with Node, as it was signed, and the program behind it; unpacked once for each version. */
export function selfExtracting(runtime: string, program: string, work: string): Buffer {
  const inside = path.join(work, 'inside');
  mkdirSync(inside);
  copyFileSync(runtime, path.join(inside, 'node'));
  chmodSync(path.join(inside, 'node'), 0o755);
  writeFileSync(path.join(inside, 'parapet.cjs'), program);
  tool('tar', ['-czf', path.join(work, 'inside.tgz'), '-C', inside, 'node', 'parapet.cjs'], work);
  const archive = readFileSync(path.join(work, 'inside.tgz'));
  const hash = createHash('sha256').update(archive).digest('hex').slice(0, 32);
  const script = (offset: string) => `#!/bin/sh
# Parapet's command line: a script, and behind it Node and the program, which it unpacks at its first start.
set -eu
home="\${PARAPET_CACHE_DIR:-\${XDG_CACHE_HOME:-$HOME/.cache}/parapet}"
folder="$home/cli-${hash}"
if [ ! -x "$folder/node" ]; then
  mkdir -p "$home"
  part=$(mktemp -d "$home/part.XXXXXX")
  trap 'rm -rf "$part"' EXIT
  tail -c +${offset} "$0" | tar -xzf - -C "$part"
  [ -d "$folder" ] || mv "$part" "$folder"
  rm -rf "$part"
  trap - EXIT
fi
exec "$folder/node" "$folder/parapet.cjs" "$@"
`;
  const length = Buffer.byteLength(script('000000')) + 1;
  return Buffer.concat([Buffer.from(script(String(length).padStart(6, '0'))), archive]);
}

function tool(command: string, args: readonly string[], cwd: string): void {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
}
