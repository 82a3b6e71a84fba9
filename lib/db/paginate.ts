import type { SelectQueryBuilder } from 'kysely';
import type { Page } from '@/lib/api/fields';
import type { Tables } from './tables';

export type Paging = { page: number; size: number };

/**
 * Where a page of a list of `total` rows begins, counted from the end that is nearer: a store finds a page by walking
 * past all that comes before it.
 */
export function nearest({ page, size }: Paging, total: number): { isFromEnd: boolean; limit: number; offset: number } {
  const before = (page - 1) * size;
  const limit = Math.max(0, Math.min(size, total - before));
  const after = total - before - limit;
  const isFromEnd = after < before;
  return { isFromEnd, limit, offset: isFromEnd ? after : before };
}

type Counting<Row> = {
  paging: Paging;
  /** Whether a filter leaves some of it out, so that whoever asks for a row more than there is reads all that is left out. */
  isNarrowed: boolean;
  count: () => Promise<number>;
  /** What is on the page of a list of `total`. */
  rowsOn: (total: number) => Promise<Row[]>;
};

/**
 * How many a list has, and what is on one of its pages. What is on the first does not depend on how many there are, and is asked for
 * meanwhile: PostgreSQL's answers are waited for.
 */
export async function countedPage<Row>(asked: Counting<Row>): Promise<{ total: number; rows: Row[] }> {
  const { paging, isNarrowed, count, rowsOn } = asked;
  const isKnown = paging.page === 1 && !isNarrowed;
  const early = isKnown ? rowsOn(Number.POSITIVE_INFINITY) : undefined;
  const [total, rows] = await Promise.all([count(), early]);
  return { total, rows: rows ?? (await rowsOn(total)) };
}

export async function countRows<Counted extends keyof Tables>(
  counted: SelectQueryBuilder<Tables, Counted, object>,
): Promise<number> {
  const counting = counted.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirst();
  return Number(((await counting) as { n: number } | undefined)?.n ?? 0);
}

/**
 * One page and the total of what `counted` matches, without the joins `rows` adds for its columns; `show`
 * turns a row into what the API answers.
 */
export async function paginate<Counted extends keyof Tables, Shown extends keyof Tables, Row, T>(
  counted: SelectQueryBuilder<Tables, Counted, object>,
  rows: SelectQueryBuilder<Tables, Shown, Row>,
  { page, size }: Paging,
  show: (row: Row) => T,
): Promise<Page<T>> {
  const total = await countRows(counted);
  const offset = (page - 1) * size;
  // Asking for no more rows than there are ends a search at its last match instead of the end of the table.
  const wanted = Math.min(size, total - offset);
  const found = wanted > 0 ? await rows.limit(wanted).offset(offset).execute() : [];
  return { list: found.map(show), total, page, size };
}
