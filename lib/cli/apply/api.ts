import { dataOf, send, type Target } from '../client/server';
import type { Fields } from './entry';

/** Rows of a page, the most that lists take. */
const SIZE = 100;

/** One call of the API; its data. */
export async function call(target: Target, method: string, path: string, body?: unknown): Promise<unknown> {
  return dataOf(target, await send(target, method, path, body, true));
}

/** Every row of a list, in the order of their ids or, where there are none, as the server has them: newest first. */
export async function rowsOf(target: Target, path: string): Promise<Fields[]> {
  const rows: Fields[] = [];
  for (let page = 1; ; page++) {
    const answer = await call(target, 'GET', `${path}${path.includes('?') ? '&' : '?'}page=${page}&size=${SIZE}`);
    const { list, total } = answer as { list: Fields[]; total: number };
    rows.push(...list);
    if (list.length < SIZE || rows.length >= total) return rows;
  }
}
