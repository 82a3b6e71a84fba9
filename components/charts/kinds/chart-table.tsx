'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import { useMediaQuery } from '@/components/layout/page/use-media-query';
import { Icon } from '@/components/ui/content/icon';
import { Button } from '@/components/ui/controls/button';
import { cx } from '@/components/ui/cx';
import { isReadByLetter } from '../format/letters';
import { MarkButton } from '../marks/mark-button';
import { useMarkOpener } from '../marks/mark-provider';
import { useRovingMarks } from '../marks/use-roving-marks';
import type { Mark } from '../prepare/mark';
import type { ChartContext, Column, TableData } from '../prepare/model';
import type { Cell } from '../result/contract';
import { Swatch } from './swatch';

type Sort = { key: string; isDescending: boolean } | null;

/** Rows in the order of one column; what is missing stays at the end either way. */
export function sortRows(table: TableData, sort: Sort): TableData['rows'] {
  const index = sort ? table.columns.findIndex((c) => c.key === sort.key) : -1;
  if (!sort || index < 0) return table.rows;
  const sign = sort.isDescending ? -1 : 1;
  return [...table.rows].sort((a, b) => {
    const [x, y] = [a[index] ?? null, b[index] ?? null];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return sign * (typeof x === 'number' && typeof y === 'number' ? x - y : String(x).localeCompare(String(y)));
  });
}

/** Rows whose texts say how long those of a column are, in characters, and how many of them count. */
const MEASURED = 1_000;
const LONGEST = 32;
/** What stands beside the text of a cell, in characters. */
const BESIDE = 4;
/** Columns of shorter texts are as wide as they are while there is room; others are cut, to so many px at least. */
const SHORT = 16;
const LEAST = 72;
/** Room for columns of short texts, in characters, by the width of the window. */
const ROOM = { wide: 48, narrow: 20 };
/** An id is recognised by its first characters, and copied from its event. */
const OF_AN_ID = 10;

/** How columns of long texts share what the others leave, in percent by key. What does not fit is cut; `room` is for short ones. */
function sharesOf(table: TableData, room: number): Readonly<Record<string, string>> {
  const lengths = table.columns.map((column, i) =>
    column.numeric || column.isTime || column.isWord
      ? 0
      : Math.max(...table.rows.slice(0, MEASURED).map((row) => column.text(row[i]).length)),
  );
  const short = wholeWithin(lengths, room);
  const shares = lengths.map((length, i) => {
    if (length <= short) return 0;
    return BESIDE + Math.min(table.columns[i]?.key.endsWith('_id') ? OF_AN_ID : LONGEST, length);
  });
  const all = shares.reduce((sum, share) => sum + share, 0);
  return Object.fromEntries(
    table.columns.flatMap(({ key }, i) => (shares[i] ? [[key, `${(100 * shares[i]) / all}%`]] : [])),
  );
}

/** Up to which length texts are shown whole, so that all of those have room. */
function wholeWithin(lengths: readonly number[], room: number): number {
  let [left, whole] = [room, 0];
  for (const length of lengths.filter((one) => one <= SHORT).sort((a, b) => a - b)) {
    left -= length;
    if (left < 0) return Math.min(whole, length - 1);
    whole = length;
  }
  return SHORT;
}

const ROW = 32;
const WINDOWED = 200;
const HEIGHT = 320;
const SPARE = 8;

/** The chart as a native table: the whole result is here, so it sorts in the browser. Long ones draw what is in sight. */
export function ChartTable({ table, context, caption }: { table: TableData; context: ChartContext; caption: string }) {
  const [sort, setSort] = useState<Sort>(null);
  const [hasDetails, setDetails] = useState(false);
  const isNarrow = useMediaQuery('(641px <= width < 1360px)');
  const columns = useMemo(() => {
    const isDetail = ({ extra, yields }: Column) => extra || (isNarrow && yields);
    return table.columns
      .map((column, index) => ({ column, index }))
      .filter(({ column }) => hasDetails || !isDetail(column));
  }, [table, hasDetails, isNarrow]);
  const rows = useMemo(() => sortRows(table, sort), [table, sort]);
  const shares = useMemo(() => sharesOf(table, isNarrow ? ROOM.narrow : ROOM.wide), [table, isNarrow]);
  const isWindowed = rows.length > WINDOWED;
  const body = useRef<HTMLDivElement>(null);
  const inSight = useVirtualizer({
    count: rows.length,
    enabled: isWindowed,
    getScrollElement: () => body.current,
    estimateSize: () => ROW,
    initialRect: { width: 0, height: HEIGHT },
    overscan: SPARE,
    // The head scrolls with the rows.
    scrollMargin: ROW,
  }).getVirtualItems();
  const first = isWindowed ? (inSight[0]?.index ?? 0) : 0;
  const last = isWindowed ? (inSight.at(-1)?.index ?? -1) + 1 : rows.length;
  const leads = useMarkOpener() !== null;
  useRovingMarks(body);
  return (
    <>
      <section
        ref={body}
        aria-label={caption}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must take the keyboard
        tabIndex={0}
        className="relative overflow-auto rounded-b-3"
        style={{ maxHeight: HEIGHT }}
      >
        <table className="w-full border-separate text-12 [border-spacing:0]" aria-rowcount={rows.length + 1}>
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr>
              {columns.map(({ column, index }) => (
                <Head
                  key={column.key}
                  column={column}
                  width={shares[column.key]}
                  isFirst={index === 0}
                  sort={sort}
                  onSort={setSort}
                  context={context}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {first > 0 ? <Spacer height={first * ROW} span={columns.length} /> : null}
            {rows.slice(first, last).map((row, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
              <tr key={first + i} aria-rowindex={first + i + 2} className="hover:bg-hover">
                {columns.map(({ column, index }) => (
                  <Value
                    key={column.key}
                    column={column}
                    value={row[index]}
                    isCut={column.key in shares}
                    isFirst={index === 0}
                    mark={leads ? table.markAt?.(row, index) : undefined}
                  />
                ))}
              </tr>
            ))}
            {last < rows.length ? <Spacer height={(rows.length - last) * ROW} span={columns.length} /> : null}
          </tbody>
        </table>
      </section>
      {table.columns.some((c) => c.extra) ? (
        <div className="border-line border-t p-2">
          <Button size="small" variant="quiet" pressed={hasDetails} onClick={() => setDetails(!hasDetails)}>
            {context.say('details')}
          </Button>
        </div>
      ) : null}
    </>
  );
}

const Spacer = ({ height, span }: { height: number; span: number }) => (
  <tr>
    <td colSpan={span} style={{ height }} />
  </tr>
);

type HeadProps = {
  column: Column;
  width: string | undefined;
  isFirst: boolean;
  sort: Sort;
  onSort: (sort: Sort) => void;
  context: ChartContext;
};

function Head({ column, width, isFirst, sort, onSort, context }: HeadProps) {
  const isSorted = sort?.key === column.key;
  const order = isSorted ? (sort.isDescending ? 'descending' : 'ascending') : undefined;
  const next = (): Sort => {
    if (!isSorted) return { key: column.key, isDescending: column.numeric };
    return sort.isDescending === column.numeric ? { key: column.key, isDescending: !column.numeric } : null;
  };
  return (
    <th
      scope="col"
      aria-sort={order}
      style={{ width, minWidth: width && LEAST }}
      className={cx(
        'sticky top-0 h-8 border-line border-b bg-sunken px-3 font-medium',
        width && 'max-w-0',
        isFirst ? 'left-0 z-3' : 'z-2',
      )}
    >
      <button
        type="button"
        title={context.say('sort', { name: column.label })}
        onClick={() => onSort(next())}
        className={cx(
          'flex min-h-6 w-full min-w-0 items-center gap-1 whitespace-nowrap rounded-1 text-ink-2 hover:text-ink',
          column.numeric && 'justify-end',
        )}
      >
        <span className="truncate">{column.label}</span>
        {isSorted ? <Icon name={sort.isDescending ? 'chevron-down' : 'chevron-up'} size={12} /> : null}
      </button>
    </th>
  );
}

type ValueProps = {
  column: Column;
  value: Cell | undefined;
  isCut: boolean;
  isFirst: boolean;
  mark: Mark | undefined;
};

function Value({ column, value, isCut, isFirst, mark }: ValueProps) {
  const text = column.text(value);
  const token = column.token?.(value);
  const words = token ? (
    <span className="inline-flex items-center gap-1.5">
      <Swatch token={token} />
      {text}
    </span>
  ) : (
    text
  );
  const inside = mark ? (
    <MarkButton
      mark={mark}
      place={column.key}
      className={cx(
        '-mx-1 min-w-6 px-1 leading-6',
        isCut && 'max-w-full truncate',
        column.numeric && 'ml-auto text-right',
      )}
    >
      {words}
    </MarkButton>
  ) : (
    words
  );
  const cellClass = cx(
    'h-8 truncate border-line border-b px-3',
    column.numeric ? 'text-right tabular-nums' : 'text-left font-normal',
    isCut && 'max-w-0',
    !column.numeric && !column.isWord && isReadByLetter(text) && 'font-mono',
    isFirst && 'sticky left-0 bg-panel',
  );
  return isFirst ? (
    <th scope="row" dir="auto" title={text} className={cellClass}>
      {inside}
    </th>
  ) : (
    <td dir={column.numeric ? undefined : 'auto'} title={text} className={cellClass}>
      {inside}
    </td>
  );
}
