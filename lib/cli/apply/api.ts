import { EXIT, Failure } from '../client/failure';
import { dataOf, send, type Target } from '../client/server';
import type { Fields } from './entry';

/** How much of something long is done. */
export type Tell = (done: number, all: number) => void;

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

/** What of domains a key may not read, as files call it. */
export type Unread = Set<string>;

/** What is read; undefined where the key may not, which is asked once for all domains. */
export async function permitted<T>(unread: Unread, name: string, read: () => Promise<T>): Promise<T | undefined> {
  if (unread.has(name)) return undefined;
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Failure && error.exit === EXIT.forbidden)) throw error;
    unread.add(name);
    return undefined;
  }
}
