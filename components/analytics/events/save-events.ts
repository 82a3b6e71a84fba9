import { saveBlob } from '@/components/ui/save-blob';
import { type EVENT_FORMATS, eventSearch } from '@/lib/analytics/search/contract';
import { send, urlOf } from '@/lib/api/client';

/** Saves what a search finds as a file of the server's. */
export async function saveEvents(
  { page: _page, size: _size, order: _order, ...filters }: Record<string, string | null>,
  format: (typeof EVENT_FORMATS)[number],
  name: string,
): Promise<void> {
  const response = await send(urlOf(eventSearch.export, { query: { ...filters, format } }), { method: 'GET' });
  saveBlob(await response.blob(), name);
}
