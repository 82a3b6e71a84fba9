import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { storeTests, testFiles } from './store-tests';

/** Where the suites learn of the PostgreSQL that they run on; written so that this file does not ask for it. */
const URL_NAME = ['TEST', 'DATABASE_URL'].join('_');

describe('the tests that run on PostgreSQL too', () => {
  it('are those that open a store, directly or through what they import', () => {
    const files = storeTests();
    expect(files).toEqual(expect.arrayContaining(['lib/guard/policies/api.test.ts', 'lib/guard/certs/api.test.ts']));
    expect(files.filter((file) => file.startsWith('components/'))).toEqual([]);
  });

  it('are all that ask for the store under test, but for the command line', () => {
    const asks = new RegExp(`\\b(startParapet|startDomains|testDatabase)\\(|${URL_NAME}`);
    const ours = testFiles().filter((file) => !/^(scripts|lib\/cli\/(apply|client))\//.test(file));
    const asking = ours.filter((file) => asks.test(readFileSync(file, 'utf8')));
    expect(asking.length).toBeGreaterThan(20);
    const stores = storeTests();
    expect(asking.filter((file) => !stores.includes(file))).toEqual([]);
  });
});
