import type { SelectQueryBuilder } from 'kysely';
import type { Page } from '@/lib/api/fields';
import type { Tables } from './tables';

export type Paging = { page: number; size: number };

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
  const [total, found] = await Promise.all([
    counted.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirst() as Promise<{ n: number } | undefined>,
    rows
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
  ]);
  return { list: found.map(show), total: Number(total?.n ?? 0), page, size };
}
