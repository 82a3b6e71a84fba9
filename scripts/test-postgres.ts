/**
 * `tsx scripts/test-postgres.ts [path ...] [--vitest-option ...]`: runs the test files that open a configuration store
 * once more, on a PostgreSQL of their own; all of them, or those below the paths.
 */
import { spawnSync } from 'node:child_process';
import { startPostgres } from './postgres';
import { storeTests, testFiles } from './store-tests';

const given = process.argv.slice(2);
const options = given.filter((word) => word.startsWith('--'));
const paths = given.filter((word) => !word.startsWith('--'));

const stores = storeTests();
const files = paths.length === 0 ? stores : stores.filter((file) => paths.some((path) => file.startsWith(path)));
console.log(`${stores.length} of ${testFiles().length} test files open a store, ${files.length} of them run:`);
console.log(files.map((file) => `  ${file}`).join('\n'));
if (files.length === 0) process.exit(1);

const postgres = await startPostgres();
const { status } = spawnSync('node_modules/.bin/vitest', ['run', ...options, ...files], {
  stdio: 'inherit',
  env: { ...process.env, TEST_DATABASE_URL: postgres.url },
});
await postgres.stop();
process.exit(status ?? 1);
