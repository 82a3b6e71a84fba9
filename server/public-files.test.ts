import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Parapet, startParapet } from '@/test/parapet';
import { cachingOf } from './public-files';

describe('files outside the API', () => {
  it('are kept for a day where they are public, until the next release where their names say what they are', () => {
    for (const file of ['favicon.ico', 'apple-touch-icon.png', 'manifest.webmanifest', 'robots.txt']) {
      expect(cachingOf(`/${file}`)).toBe('public, max-age=86400');
    }
    expect(cachingOf('/_next/static/chunks/a.js')).toBeUndefined();
    for (const page of ['/', '/login', '/favicon.ico/', '/public/favicon.ico'])
      expect(cachingOf(page)).toBe('no-store');
  });

  it('name only icons that exist', () => {
    const { icons } = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8'));
    for (const { src } of icons) expect(readFileSync(`public${src}`).length, src).toBeGreaterThan(500);
  });
});

describe('security.txt', () => {
  const read = async (env: Record<string, string>) => {
    const parapet: Parapet = await startParapet({ env });
    const answer = await fetch(`${parapet.url}/.well-known/security.txt`);
    const text = await answer.text();
    await parapet.close();
    return { type: answer.headers.get('content-type'), text };
  };

  it('names the mailbox of this purpose, and ends within the year that RFC 9116 asks for', async () => {
    const { type, text } = await read({});
    expect(type).toBe('text/plain; charset=utf-8');
    expect(text).toMatch(/^Contact: mailto:security@[\w.]+$/m);
    const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '');
    expect(expires - Date.now()).toBeGreaterThan(7 * 86_400_000);
    expect(expires - Date.now()).toBeLessThan(365 * 86_400_000);
  });

  it('names whom the operator chose', async () => {
    const { text } = await read({ SECURITY_CONTACT: 'https://example.com/report' });
    expect(text).toContain('Contact: https://example.com/report\n');
  });
});
