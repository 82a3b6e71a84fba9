import { afterEach, expect, it, vi } from 'vitest';
import { domains } from '@/lib/guard/domains/contract';
import { fetchPages } from './fetch-pages';

afterEach(() => vi.unstubAllGlobals());

it('has a row once that moves on to the next page while pages are read', async () => {
  const rows = Array.from({ length: 150 }, (_, n) => ({ domain_id: String(n) }));
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('document', { documentElement: { lang: 'en-US' } });
  vi.stubGlobal('fetch', async (url: string) => {
    const page = Number(new URL(url, 'http://console.invalid').searchParams.get('page'));
    const list = rows.slice((page - 1) * 100, page * 100);
    const { length: total } = rows;
    rows.unshift({ domain_id: `new ${page}` });
    return Response.json({ code: 0, message: '', data: { list, total } });
  });
  const { list } = await fetchPages(domains.list, { query: {} }, 1_000);
  expect(list).toHaveLength(150);
  expect(new Set(list.map(({ domain_id }) => domain_id)).size).toBe(150);
});
