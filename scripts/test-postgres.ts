/** Runs the suites that touch the configuration store once more, on a PostgreSQL of their own. */
import { spawnSync } from 'node:child_process';
import { startPostgres } from './postgres';

const postgres = await startPostgres();
// The store works on other cores already; two suites at once would measure each other.
const { status } = spawnSync('node_modules/.bin/vitest', ['run', 'lib', '--maxWorkers=1'], {
  stdio: 'inherit',
  env: { ...process.env, TEST_DATABASE_URL: postgres.url },
});
postgres.stop();
process.exit(status ?? 1);
