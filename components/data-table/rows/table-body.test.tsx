// @vitest-environment happy-dom
import { NextIntlClientProvider } from 'next-intl';
import { act, useMemo, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import common from '@/messages/en-US/common.json';
import type { Column } from '../columns/types';
import { useListTable } from '../columns/use-list-table';
import type { ListScreen } from '../pages/use-list-screen';
import { useSelection } from '../selection/use-selection';
import { type RowParts, TableBody } from './table-body';

const texts = { common };
type Item = { id: string };
const PAGE: readonly Item[] = Array.from({ length: 100 }, (_, i) => ({ id: `item-${i}` }));
const idOf = ({ id }: Item) => id;
const settings = { settings: { order: ['id'], hidden: [], widths: {} }, yielded: [], save: () => undefined };
const parts: RowParts<Item> = { rowName: idOf, selectable: true };

let drawn: string[] = [];
const columns: Column<Item>[] = [
  {
    id: 'id',
    header: 'Name',
    cell: ({ id }) => {
      drawn.push(id);
      return id;
    },
  },
];

/** A list of a hundred rows with its cursor on one of them. */
function Table({ cursorAt }: { cursorAt: number }) {
  const selection = useSelection(idOf);
  const table = useListTable({ columns, rows: PAGE, rowId: idOf, settings, selection });
  const tableRef = useRef<HTMLTableElement>(null);
  const bodyRef = useRef<HTMLElement | null>(null);
  const list = {
    table,
    tableRef,
    visibleColumns: columns,
    widths: settings.settings.widths,
    setWidth: () => undefined,
  };
  const moves = useMemo(() => ({ setCursor: () => undefined, onKeyDown: () => undefined }), []);
  const cursor = { ...moves, cursor: cursorAt, bodyRef };
  return <TableBody list={list as unknown as ListScreen<Item>} parts={parts} cursor={cursor} caption="Items" />;
}

const host = () => document.body;
const draw = (root: ReturnType<typeof createRoot>, cursorAt: number) =>
  act(() =>
    root.render(
      <NextIntlClientProvider locale="en-US" timeZone="UTC" messages={texts}>
        <Table cursorAt={cursorAt} />
      </NextIntlClientProvider>,
    ),
  );

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('draws only the rows that change', async () => {
  const root = createRoot(host());
  await draw(root, -1);
  expect(new Set(drawn).size).toBe(PAGE.length);

  drawn = [];
  const box = (name: string) => host().querySelector<HTMLInputElement>(`input[aria-label="${name}"]`);
  await act(() => box('Select item-7')?.click());
  expect(drawn).toEqual(['item-7']);
  expect(box('Select item-7')?.checked).toBe(true);
  expect(box('Select all rows of this page')?.indeterminate).toBe(true);

  drawn = [];
  await draw(root, 3);
  expect(drawn).toEqual(['item-3']);
  drawn = [];
  await draw(root, 4);
  expect(drawn).toEqual(['item-3', 'item-4']);

  drawn = [];
  await act(() => box('Select all rows of this page')?.click());
  expect(new Set(drawn).size).toBe(PAGE.length - 1);
  expect(box('Select all rows of this page')?.checked).toBe(true);
  await act(() => root.unmount());
});
