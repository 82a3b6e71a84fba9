import type { PageLayout } from '@/lib/analytics/charts/contract';

type Placed = PageLayout['panels'][number];

const COLUMNS = 12;

/** Panels in rows of at most twelve columns, in their order. */
export function rowsOf(panels: readonly Placed[]): Placed[][] {
  const rows: Placed[][] = [];
  let free = 0;
  for (const panel of panels) {
    if (panel.columns > free) {
      rows.push([]);
      free = COLUMNS;
    }
    rows.at(-1)?.push(panel);
    free -= panel.columns;
  }
  return rows;
}

const WIDE: Readonly<Record<number, string>> = {
  3: 'min-[1280px]:col-span-3',
  4: 'min-[1280px]:col-span-4',
  5: 'min-[1280px]:col-span-5',
  6: 'min-[1280px]:col-span-6',
  7: 'min-[1280px]:col-span-7',
  8: 'min-[1280px]:col-span-8',
  9: 'min-[1280px]:col-span-9',
  12: 'min-[1280px]:col-span-12',
};

/** Classes of a panel's width: as declared on a wide window, two a row on a narrow one, of which none is left alone. */
export function spanClass(columns: number, place: number, ofRow: number): string {
  const isAlone = ofRow % 2 === 1 && place === 0;
  return `${isAlone ? 'md:col-span-12' : 'md:col-span-6'} ${WIDE[columns] ?? ''}`;
}
