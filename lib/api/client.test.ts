import { afterEach, describe, expect, it, vi } from 'vitest';
import { send } from './client';

const failing = () => Promise.reject(new TypeError('Failed to fetch'));
const badGateway = () => Promise.resolve(new Response('<html>', { status: 502 }));
const unavailable = () =>
  Promise.resolve(
    new Response('upstream', { status: 503, headers: { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' } }),
  );
const otherForm = () => Promise.resolve(Response.json({ error: 'too large' }, { status: 413 }));

afterEach(() => vi.unstubAllGlobals());

describe('a request without an answer', () => {
  it.each([
    { when: 'offline from the start', onLine: false, method: 'POST', fetch: failing, says: 'offline' },
    { when: 'a read that breaks', onLine: true, method: 'GET', fetch: failing, says: 'unreachable' },
    { when: 'a write that breaks under way', onLine: true, method: 'POST', fetch: failing, says: 'unanswered' },
  ])('$when is said to be $says', async ({ onLine, method, fetch, says }) => {
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

describe('an answer that is not Parapet’s', () => {
  it.each([
    { when: 'a read while nothing answers', method: 'GET', fetch: unavailable, status: 503, says: 'unavailable' },
    { when: 'a write that a proxy answers for', method: 'PUT', fetch: badGateway, status: 502, says: 'unconfirmed' },
    { when: 'one that it refuses in JSON', method: 'POST', fetch: otherForm, status: 413, says: 'refused' },
  ])('$when is said to be $says', async ({ method, fetch, status, says }) => {
    vi.stubGlobal('navigator', { onLine: true });
    vi.stubGlobal('document', { documentElement: { lang: 'en-US' } });
    vi.stubGlobal('fetch', fetch);
    await expect(send('/console/api/x', { method })).rejects.toMatchObject({
      status,
      retryAfter: 0,
      envelope: { err_key: `err.client.${says}` },
    });
  });
});
