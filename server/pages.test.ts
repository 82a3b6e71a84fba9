import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Parapet, startParapet } from '@/test/parapet';

let parapet: Parapet;
beforeAll(async () => {
  parapet = await startParapet({ env: { TRUSTED_PROXIES: '127.0.0.1/32' } });
});
afterAll(() => parapet.close());

/** The headers of a page that a browser asks a proxy for. */
async function page(scheme: string, more: Record<string, string> = {}): Promise<Headers> {
  const headers = { 'X-Forwarded-For': '203.0.113.9', 'X-Forwarded-Proto': scheme, ...more };
  return (await parapet.call('GET', '/login', { host: 'acme.test', headers })).headers;
}

describe('pages', () => {
  it('have a policy of their own each, whatever the request brings along', async () => {
    const nonces = new Set<string>();
    for (let i = 0; i < 100; i++) {
      const headers = await page('http', { 'Content-Security-Policy': 'script-src *', 'X-Nonce': 'mine' });
      const parts = (headers.get('content-security-policy') ?? '').split('; ');
      for (const part of ["object-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"]) {
        expect(parts).toContain(part);
      }
      const scripts = parts.find((part) => part.startsWith('script-src ')) ?? '';
      expect(scripts).not.toMatch(/unsafe-inline|\*|mine/);
      nonces.add(/'nonce-([^']{20,})'/.exec(scripts)?.[1] ?? '');
    }
    expect(nonces.size).toBe(100);
  });

  it('are shown in no frame, and kept to TLS where they came by it', async () => {
    const [plain, secure] = [await page('http'), await page('https')];
    for (const headers of [plain, secure]) {
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-powered-by')).toBeNull();
    }
    expect(plain.get('strict-transport-security')).toBeNull();
    expect(secure.get('strict-transport-security')).toBe('max-age=31536000');
  });
});
