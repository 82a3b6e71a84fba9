import { copyFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';

/** Bundles programs, and those of the threads they start, into a folder: each runs without tsx, with the packages beside it. */
export function bundle(programs: readonly string[], outdir: string): void {
  const sources = readdirSync('lib', { recursive: true, encoding: 'utf8' });
  const threads = sources.filter((file) => file.endsWith('-thread.ts')).map((file) => path.join('lib', file));
  buildSync({
    entryPoints: [...programs, ...threads],
    entryNames: '[name]',
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    outdir,
    logLevel: 'warning',
  });
  // The reading threads run this file as it is.
  copyFileSync('lib/db/scan-worker.mjs', path.join(outdir, 'scan-worker.mjs'));
}
