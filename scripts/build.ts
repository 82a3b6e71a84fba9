/** Builds the pages with Next and bundles the programs beside them; packages stay outside the bundles. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';

/** No build may open a store: it would create the administrator and swallow the password. */
const untouched = path.join(tmpdir(), `parapet-build-${process.pid}`);

/** Commands for operators, who have no packages of development. */
const OPERATING = ['backup', 'restore', 'rotate-key', 'verify-audit', 'move-events', 'node'];

function run(command: string, args: string[]): void {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', DATA_DIR: untouched, DATABASE_URL: '' };
  const { status } = spawnSync(command, args, { stdio: 'inherit', env });
  if (status !== 0) process.exit(status ?? 1);
}

run('npx', ['tsx', 'scripts/generate.ts']);
const threads = readdirSync('lib', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('-thread.ts'));
await build({
  entryPoints: [
    'server.ts',
    'scripts/demo/demo.ts',
    'scripts/ingest.ts',
    ...OPERATING.map((name) => `scripts/${name}.ts`),
    ...threads.map((file) => path.join('lib', file)),
  ],
  entryNames: '[name]',
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  packages: 'external',
  outdir: 'dist',
  logLevel: 'warning',
});
// The reading threads run this file as it is.
copyFileSync('lib/db/scan-worker.mjs', 'dist/scan-worker.mjs');
run('npx', ['next', 'build']);
if (existsSync(untouched)) throw new Error('building the pages opened a store');
