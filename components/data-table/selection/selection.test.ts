import { expect, it } from 'vitest';
import { chooseAll } from './choose-all';
import { selectionOf } from './use-selection';

const some = () => {
  const selection = selectionOf((id: string) => id);
  selection.change({ a: true }, ['a', 'b']);
  return selection;
};

it('chooses all that come', async () => {
  const selection = some();
  await chooseAll(selection, async () => ['a', 'b', 'c']);
  expect([...selection.rows().keys()]).toEqual(['a', 'b', 'c']);
  expect(selection.ids.get()).toEqual({ a: true, b: true, c: true });
});

it('leaves what the reader did meanwhile', async () => {
  const selection = some();
  await chooseAll(selection, async () => {
    selection.clear();
    return ['a', 'b', 'c'];
  });
  expect(selection.rows().size).toBe(0);
});

it('keeps rows of the pages before', () => {
  const selection = some();
  selection.change((chosen) => ({ ...chosen, z: true }), ['y', 'z']);
  expect([...selection.rows().keys()]).toEqual(['a', 'z']);
  selection.change(({ a: _, ...others }) => others, ['y', 'z']);
  expect([...selection.rows().keys()]).toEqual(['z']);
});

it('keeps rows chosen while others were worked on', () => {
  const selection = some();
  selection.change({ a: true, b: true }, ['a', 'b']);
  selection.drop(['a']);
  expect([...selection.rows().keys()]).toEqual(['b']);
  expect(selection.ids.get()).toEqual({ b: true });
});

it('has the rows in sight as they are now', () => {
  type Address = { id: string; status: number };
  const selection = selectionOf(({ id }: Address) => id);
  const page = [
    { id: 'a', status: 2 },
    { id: 'b', status: 2 },
  ];
  selection.change({ a: true }, page);
  selection.change((chosen) => ({ ...chosen, z: true }), [{ id: 'z', status: 2 }]);
  const before = selection.rows();
  selection.refresh(page);
  expect(selection.rows()).toBe(before);
  selection.refresh([
    { id: 'a', status: 1 },
    { id: 'b', status: 1 },
  ]);
  expect([...selection.rows().values()]).toEqual([
    { id: 'a', status: 1 },
    { id: 'z', status: 2 },
  ]);
});
