/**
 * `npm run cli:release [-- --only linux-amd64]`: builds the command line as one file for each system into CLI_RELEASE_DIR,
 * from where `/api/cli` serves it. docs/cli.md says what is built how.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Manifest } from '@/lib/cli/release/contract';
import { readManifest } from '@/lib/cli/release/release';
import { publicKeyOf, signatureOf } from '@/lib/cli/release/signature';
import { readConfig } from '@/lib/config/env';
import packageJson from '@/package.json' with { type: 'json' };
import { bundle } from './bundle';
import { makeExecutable } from './executable';
import { openReleaseKey } from './release-key';
import { nameOf, TARGETS, type Target } from './runtimes';

const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8' }).stdout.trim();

/** `v<major>.<minor>.<patch>-<build>`: the last tag and how many commits came after it, or those of all. */
function versionOf(): string {
  const [, tag, build] = /^(v\d+\.\d+\.\d+)-(\d+)-g/.exec(git('describe', '--tags', '--long', '--match', 'v*')) ?? [];
  return tag ? `${tag}-${build}` : `v${packageJson.version}-${git('rev-list', '--count', 'HEAD') || '0'}`;
}

function chosen(only: string | undefined): readonly Target[] {
  const targets = TARGETS.filter(({ os, arch }) => only === undefined || `${os}-${arch}` === only);
  const known = TARGETS.map(({ os, arch }) => `${os}-${arch}`).join(', ');
  if (targets.length === 0) throw new Error(`There is no system ${only}; there are ${known}`);
  return targets;
}

/** What was built of this version before, for systems that are not built now. */
function kept(
  folder: string,
  half: string,
  version: string,
  before: Manifest | undefined,
  targets: readonly Target[],
): Manifest['files'] {
  const anew = new Set(targets.map(nameOf));
  const others = before?.version === version ? before.files.filter(({ name }) => !anew.has(name)) : [];
  for (const { name } of others) linkSync(path.join(folder, version, name), path.join(half, name));
  return others;
}

async function release(only: string | undefined): Promise<void> {
  const { CLI_RELEASE_DIR: folder, CLI_RELEASE_KEY } = readConfig();
  const key = openReleaseKey(CLI_RELEASE_KEY, folder);
  const targets = chosen(only);
  const version = versionOf();
  const before = await readManifest(folder);
  const half = path.join(folder, `${version}.partial`);
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { recursive: true });
  const program = await bundle(version);
  const files = kept(folder, half, version, before, targets);
  for (const target of targets) {
    const name = nameOf(target);
    makeExecutable(target, program, path.join(half, name));
    const bytes = readFileSync(path.join(half, name));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    files.push({ name, os: target.os, arch: target.arch, size: bytes.length, sha256 });
    process.stdout.write(`${name}  ${(bytes.length / 1e6).toFixed(0)} MB  ${sha256}\n`);
  }
  const epoch = process.env.SOURCE_DATE_EPOCH;
  const build_time = new Date(epoch ? Number(epoch) * 1_000 : Date.now()).toISOString();
  const signed = files.map((file) => ({ ...file, signature: signatureOf({ ...file, version }, key) }));
  const build = { version, git_hash: git('rev-parse', 'HEAD'), build_time, public_key: publicKeyOf(key) };
  const manifest = Manifest.parse({ ...build, files: signed });
  const place = path.join(folder, version);
  // Who downloads a file of the same version has it open, and keeps it.
  if (existsSync(place)) renameSync(place, `${place}.old`);
  renameSync(half, place);
  rmSync(`${place}.old`, { recursive: true, force: true });
  writeFileSync(path.join(folder, 'manifest.json.new'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  renameSync(path.join(folder, 'manifest.json.new'), path.join(folder, 'manifest.json'));
  // Whoever downloads the version before may finish; what is older goes.
  for (const old of readdirSync(folder))
    if (old.startsWith('v') && old !== version && old !== before?.version)
      rmSync(path.join(folder, old), { recursive: true, force: true });
  process.stdout.write(`${version} is in ${folder}\n`);
}

const { values } = parseArgs({ options: { only: { type: 'string' } } });
try {
  await release(values.only);
} catch (error) {
  process.stderr.write(`The command line was not built: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
