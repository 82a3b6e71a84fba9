import { afterAll, beforeAll, expect, it } from 'vitest';
import { routes } from '@/lib/api/registry';
import { tablesOf } from '@/lib/db/catalogue';
import { declared } from '@/lib/db/part-table';
import { type Parapet, startParapet } from './parapet';

let parapet: Parapet;
beforeAll(async () => {
  parapet = await startParapet();
  await Promise.all(routes.map((route) => route.handlers()));
});
afterAll(() => parapet.close());

it('tables have the columns that are declared', async () => {
  const stored = await tablesOf(parapet.runtime.store.read);
  expect(declared.length).toBeGreaterThan(0);
  for (const { name, columns } of declared) {
    const names = stored.find((one) => one.name === name)?.columns.map((column) => column.name);
    expect(names?.sort(), name).toEqual([...columns].sort());
  }
});
