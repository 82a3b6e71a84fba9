import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { CsvCell } from '@/lib/api/csv';
import type { DataOf, EndpointSpec, QueryOf } from '@/lib/api/endpoint';

/** Any GET endpoint of a page object (spec 1.1). */
export type ListEndpoint = Pick<
  EndpointSpec<string, z.ZodType | undefined, z.ZodType | undefined, z.ZodType>,
  'path' | 'permission' | 'data' | 'query'
>;
export type RowOf<E> = DataOf<E> extends { list: (infer R extends object)[] } ? R : never;
/** The query parameters an endpoint takes, without paging. */
export type ParamOf<E> = Exclude<keyof QueryOf<E> & string, 'page' | 'size'>;

export type Column<Row> = {
  /** Field name; also the key of saved columns and the head of the CSV column. */
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** What the CSV holds; the row's field of the same name when not given. `null` leaves the column out. */
  value?: ((row: Row) => CsvCell) | null;
  /** Figures: right-aligned, tabular. */
  align?: 'right';
  /** Shown only after the reader chose it. */
  hidden?: boolean;
  /** Hidden where the window has no room for it, until the reader chooses columns: 1 goes first, 2 after it. */
  yields?: 1 | 2;
  /** Where a row has two lines: the column in whose cell this one stands, before it or below it. */
  folds?: { into: string; place: 'before' | 'below' };
  /** On a phone: under the identity, or at the right. Others wait in the sheet. */
  phone?: 'second' | 'state';
  /** A phone's short table says the header before the value, which alone could be anything; figures always have theirs. */
  isNamed?: boolean;
  /** What a phone's row shows where the cell has something to press: the row itself is pressed there. */
  onPhone?: (row: Row) => ReactNode;
  /** Fixed width in px; the rest share what is left. */
  width?: number;
  /** Long cells never widen the column: they are cut, and so many px stay where the window is narrow. */
  cut?: number;
};

export type Option = { value: string; label: string };

/** A filter over parameters the endpoint really has. `segments` are always visible, the others become chips. */
export type Filter<Param extends string> =
  | { kind: 'segments'; param: Param; label: string; options: readonly Option[] }
  | { kind: 'choice'; param: Param; label: string; options: readonly Option[] }
  | { kind: 'text'; param: Param; label: string; placeholder?: string }
  | { kind: 'time'; from: Param; to: Param; label: string };

/** What a selection can do: row by row, with failures listed so, or in one go. */
export type BulkAction<Row> = {
  label: string;
  /** What has happened once it is done, of so many rows. */
  done: (count: number) => string;
  danger?: boolean;
  permission?: string;
  /** Why it cannot run on these rows, if so. */
  refuse?: (rows: readonly Row[]) => string | null;
  /** Asked before it runs: what it touches. */
  confirm?: (rows: readonly Row[]) => {
    title: string;
    body: ReactNode;
    action: string;
    typeName?: string;
    /** Why it cannot run yet. */
    refuse?: string;
  };
} & ({ run: (row: Row) => Promise<unknown> } | { runAll: (rows: readonly Row[]) => Promise<unknown> });
