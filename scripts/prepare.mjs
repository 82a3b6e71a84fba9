/** Installs and builds, each only when what it depends on has changed. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(fileURLToPath(import.meta.url), '../..');

const SOURCES = [
  'app',
  'components',
  'lib',
  'messages',
  'public',
  'server',
  'scripts',
  'fixtures',
  'server.ts',
  'next.config.mjs',
  'postcss.config.mjs',
  'tsconfig.json',
  'package-lock.json',
];

function* files(entry) {
  const stat = statSync(path.join(root, entry), { throwIfNoEntry: false });
  if (stat?.isFile()) yield entry;
  if (!stat?.isDirectory()) return;
  for (const child of readdirSync(path.join(root, entry)).sort()) yield* files(path.join(entry, child));
}

function hashOf(entries) {
  const hash = createHash('sha256').update(process.version);
  for (const entry of entries) {
    for (const file of files(entry)) {
      if (file.startsWith(path.join('lib', 'generated')) || /\.test\.tsx?$/.test(file)) continue;
      hash.update(file).update(readFileSync(path.join(root, file)));
    }
  }
  return hash.digest('hex');
}

/** Runs a step unless its inputs are the ones it last succeeded with. */
function step(name, inputs, outputs, work) {
  const stamp = path.join(root, '.cache', `${name}.sha256`);
  const hash = hashOf(inputs);
  const isDone = existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
  if (isDone && outputs.every((output) => existsSync(path.join(root, output)))) return;
  work();
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
}

export function run(command, args, env = {}) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  if (status !== 0) process.exit(status ?? 1);
}

export function install() {
  step('install', ['package-lock.json'], ['node_modules/next'], () => {
    process.stdout.write('Installing packages\n');
    run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  });
}

export function prepare({ build }) {
  install();
  if (!build) return;
  step('build', SOURCES, ['.next/BUILD_ID', 'dist/server.js'], () => {
    process.stdout.write('Building\n');
    run('npm', ['run', '--silent', 'build'], { NODE_ENV: 'production' });
  });
}
