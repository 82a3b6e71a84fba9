import { afterEach, expect, it, vi } from 'vitest';
import { domains } from '@/lib/guard/domains/contract';
import { fetchPages } from './fetch-pages';

afterEach(() => vi.unstubAllGlobals());

type Stored = { domain_id: string; utime: number };

/** A list of 150 rows, of which something becomes after each page that was read; answers what is read of it. */
async function readWhile(change: (rows: Stored[], asked: number) => void) {
  const rows = Array.from({ length: 150 }, (_, n) => ({ domain_id: String(n), utime: 0 }));
  let asked = 0;
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('document', { documentElement: { lang: 'en-US' } });
  vi.stubGlobal('fetch', async (url: string) => {
    const { searchParams } = new URL(url, 'http://console.invalid');
    const [page, size] = [Number(searchParams.get('page')), Number(searchParams.get('size'))];
    const list = rows.slice((page - 1) * size, page * size);
    const answer = { list, total: rows.length };
    asked += 1;
    const response = Response.json({ code: 0, message: '', data: answer });
    change(rows, asked);
    return response;
  });
  const rowId = (row: unknown) => (row as Stored).domain_id;
  const { list } = await fetchPages(domains.list, { query: {} }, 1_000, { rowId });
  return { ids: list.map(({ domain_id }) => domain_id), asked, list: list as unknown as Stored[] };
}

it('has a row once that moves on to the next page while pages are read', async () => {
  const { ids, asked } = await readWhile((rows, n) => rows.unshift({ domain_id: `new ${n}`, utime: 0 }));
  expect(ids).toHaveLength(150);
  expect(new Set(ids).size).toBe(150);
  // Two pages, and the row between them.
  expect(asked).toBe(3);
});

it('has a row that moves up to a page that was read already, because one before it was deleted', async () => {
  const { ids } = await readWhile((rows, n) => n === 1 && rows.splice(5, 1));
  expect(ids).toHaveLength(149);
  expect(ids).toContain('100');
});

it('has a row that moves up because one before it was deleted, while another came at the end', async () => {
  const { ids } = await readWhile((rows, n) => {
    if (n === 1) rows.splice(5, 1);
    if (n === 1) rows.push({ domain_id: 'new', utime: 0 });
  });
  expect(ids).toContain('100');
  expect(ids).toHaveLength(150);
});

it('has a row that moves to the top because it was changed, once and as it is then', async () => {
  const { ids, list } = await readWhile((rows, n) => {
    if (n === 1) rows.unshift(...rows.splice(120, 1).map((row) => ({ ...row, utime: 1 })));
  });
  expect(ids).toHaveLength(150);
  expect(list.find(({ domain_id }) => domain_id === '120')).toMatchObject({ utime: 1 });
});

it('has every row that stays, and ends, where rows go without end', async () => {
  const { ids, asked } = await readWhile((rows) => rows.shift());
  expect(new Set(ids)).toEqual(new Set([...Array(150).keys()].map(String)));
  expect(asked).toBeLessThan(10);
});
