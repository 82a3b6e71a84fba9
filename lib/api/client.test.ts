import { afterEach, describe, expect, it, vi } from 'vitest';
import { send } from './client';

const failing = () => Promise.reject(new TypeError('Failed to fetch'));
const badGateway = () => Promise.resolve(new Response('<html>', { status: 502 }));
const otherForm = () => Promise.resolve(Response.json({ error: 'too large' }, { status: 413 }));

afterEach(() => vi.unstubAllGlobals());

describe('a request without an answer', () => {
  it.each([
    { when: 'offline from the start', onLine: false, method: 'POST', fetch: failing, says: 'offline' },
    { when: 'a read that breaks', onLine: true, method: 'GET', fetch: failing, says: 'unreachable' },
    { when: 'a write that breaks under way', onLine: true, method: 'POST', fetch: failing, says: 'unanswered' },
    { when: 'a write that a proxy answers for', onLine: true, method: 'PUT', fetch: badGateway, says: 'unanswered' },
    { when: 'one that it answers for in JSON', onLine: true, method: 'POST', fetch: otherForm, says: 'unanswered' },
  ])('$when is told as $says', async ({ onLine, method, fetch, says }) => {
    const browser = { onLine };
    vi.stubGlobal('navigator', browser);
    vi.stubGlobal('document', { documentElement: { lang: 'en-US' } });
    vi.stubGlobal('fetch', () => {
      // The network is gone by the time the failure is known.
      browser.onLine = false;
      return fetch();
    });
    await expect(send('/console/api/x', { method })).rejects.toMatchObject({
      envelope: { err_key: `err.client.${says}` },
    });
  });
});
