'use client';

import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useSize } from '../canvas/use-size';
import { countText } from '../format/format';
import { useRovingMarks } from '../marks/use-roving-marks';
import type { ChartContext } from '../prepare/model';
import { wholeRows } from './whole-rows';

const ROW = 34;
/** More than anybody reads as bars; the table shows every row of any number. */
const MOST_DRAWN = 200;

/** The entries that are drawn, and how many others there are. */
export function drawnOf<T>(entries: readonly T[]): { drawn: readonly T[]; more: number } {
  return { drawn: entries.slice(0, MOST_DRAWN), more: Math.max(0, entries.length - MOST_DRAWN) };
}

/** Where the entries are that are not drawn. */
export function MoreInTable({ more, context }: { more: number; context: ChartContext }) {
  if (more === 0) return null;
  const text = countText(more, context.locale);
  return <p className="pt-2 text-12 text-ink-3">{context.say('more_entries', { n: more, text })}</p>;
}

type Props<T> = {
  entries: readonly T[];
  /** Rows that an entry takes. */
  rows?: number;
  height: number;
  context: ChartContext;
  children: (entry: T) => ReactNode;
};

/** The height of the rows that are shown as a whole, where there are more than fit; null where all do. */
function useWhole(list: RefObject<HTMLElement | null>, count: number, height: number): number | null {
  const [whole, setWhole] = useState<number | null>(null);
  const width = useSize(list)?.width;
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are as high as their number and the width make them
  useLayoutEffect(() => {
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect());
    const top = rows[0]?.top ?? 0;
    const bottoms = rows.map(({ bottom }) => bottom - top);
    setWhole((bottoms.at(-1) ?? 0) > height ? wholeRows(bottoms, height) : null);
  }, [list, count, height, width]);
  return whole;
}

/** Entries in the height of a chart, none of them cut; more of them scroll, and what scrolls takes the keyboard. */
export function ScrollList<T>({ entries, rows = 1, height, context, children }: Props<T>) {
  const list = useRef<HTMLOListElement>(null);
  useRovingMarks(list);
  const { drawn, more } = drawnOf(entries);
  const whole = useWhole(list, drawn.length, height);
  return (
    <>
      <ol
        ref={list}
        tabIndex={drawn.length * rows * ROW > height ? 0 : undefined}
        className="-mx-1 overflow-y-auto px-1"
        style={whole === null ? { maxHeight: height } : { maxHeight: whole, marginBottom: Math.max(0, height - whole) }}
      >
        {drawn.map(children)}
      </ol>
      <MoreInTable more={more} context={context} />
    </>
  );
}
