/** Runs the suites that touch the configuration store once more, on a PostgreSQL of their own. */
import { spawnSync } from 'node:child_process';
import { startPostgres } from './postgres';

const postgres = await startPostgres();
const { status } = spawnSync('node_modules/.bin/vitest', ['run', 'lib'], {
  stdio: 'inherit',
  env: { ...process.env, TEST_DATABASE_URL: postgres.url },
});
postgres.stop();
process.exit(status ?? 1);
