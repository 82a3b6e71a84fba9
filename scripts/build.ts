/** Builds the pages with Next and bundles the programs beside them; packages stay outside the bundles. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync } from 'node:fs';
import { build } from 'esbuild';

function run(command: string, args: string[]): void {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' };
  const { status } = spawnSync(command, args, { stdio: 'inherit', env });
  if (status !== 0) process.exit(status ?? 1);
}

run('npx', ['tsx', 'scripts/generate.ts']);
await build({
  entryPoints: ['server.ts', 'scripts/demo.ts', 'scripts/ingest.ts'].filter(existsSync),
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
