import { expect, it } from 'vitest';
import { walker } from './walker';

const list = { rows: [{ id: 'a' }, { id: 'b' }, { id: 'c' }], rowId: (row: { id: string }) => row.id };

it('goes on from where the step before led, before anything was drawn anew', () => {
  let open: string | null = 'a';
  const walk = walker(list, open, (next) => {
    open = next(open);
  });
  const down = walk(1);
  down?.();
  down?.();
  expect(open).toBe('c');
  down?.();
  expect(open).toBe('c');
});

it('ends with the rows', () => {
  const at = (id: string | null) => walker(list, id, () => undefined);
  expect([at('a')(-1), at('c')(1), at(null)(1), at('x')(1)]).toEqual([undefined, undefined, undefined, undefined]);
});
