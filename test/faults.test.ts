import { expect, it } from 'vitest';
import { loadFaults, runFaults, storesOf } from '@/scripts/faults/trial';

it('what breaks beside a process, or under it, breaks no promise', async () => {
  const store = process.env.TEST_DATABASE_URL ? 'postgres' : 'embedded';
  const faults = (await loadFaults()).filter((fault) => storesOf(fault, true).includes(store));
  const results = await runFaults(faults, { isShort: true, stores: [store] });
  expect(results.flatMap(({ fault, broken }) => broken.map((promise) => `${fault}: ${promise}`))).toEqual([]);
  expect(results.map(({ fault }) => fault).sort()).toEqual(faults.map(({ name }) => name));
}, 600_000);
