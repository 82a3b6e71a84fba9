import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { ALONE, LONG } from './test/long-files';

/** On ClickHouse, which the tests bring along: half a gigabyte that nothing else needs. */
const CLICKHOUSE = '**/*.clickhouse.test.ts';

const INCLUDE = '{lib,components,scripts,server,test}/**/*.test.{ts,tsx}';

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('.', import.meta.url)) } },
  test: {
    environment: 'node',
    // Only what hangs is to end here: a slow machine is no fault of the product.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 50_000 } },
    globalSetup: 'test/global-setup.ts',
    // Loading the product takes longer than most files; nothing in it is kept between two Parapets in one process.
    isolate: false,
    projects: [
      {
        extends: true,
        // A file waits for other processes and for limits of time during a third of its time, so three keep two cores busy.
        test: { name: 'shared', include: [INCLUDE], exclude: [...ALONE, ...LONG, CLICKHOUSE], maxWorkers: 3 },
      },
      { extends: true, test: { name: 'long', include: [...LONG], maxWorkers: 3 } },
      {
        extends: true,
        test: { name: 'alone', include: [...ALONE], maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
      {
        extends: true,
        test: {
          name: 'clickhouse',
          include: [`lib/${CLICKHOUSE}`],
          globalSetup: ['test/global-setup.ts', 'test/clickhouse/setup.ts'],
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
