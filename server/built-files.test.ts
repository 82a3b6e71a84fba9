import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packFiles } from '@/scripts/pack-files';
import { BuiltFiles } from './built-files';

const SCRIPT = `const answer = ${JSON.stringify('forty-two '.repeat(300))};`;

let folder: string;
let files: BuiltFiles;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parapet-built-'));
  mkdirSync(path.join(folder, 'chunks'));
  writeFileSync(path.join(folder, 'chunks/a.js'), SCRIPT);
  writeFileSync(path.join(folder, 'chunks/small.css'), 'p{}');
  writeFileSync(path.join(folder, 'chunks/font.woff2'), 'w'.repeat(2_000));
  writeFileSync(path.join(folder, 'chunks/notes.txt'), 'n'.repeat(2_000));
  packFiles(folder);
  files = new BuiltFiles(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const get = (name: string, headers: Record<string, string> = { 'accept-encoding': 'gzip, deflate' }) =>
  files.answer(`/_next/static/${name}`, (header) => headers[header]);

const textOf = (body: unknown) => Buffer.from(body as Uint8Array).toString();

describe('files that the build made', () => {
  it('come packed to who takes that, and for ever', async () => {
    const answer = await get('chunks/a.js');
    expect(answer?.status).toBe(200);
    expect(answer?.headers).toEqual({
      'Cache-Control': 'public, max-age=31536000, immutable',
      ETag: 'W/"a.js"',
      Vary: 'Accept-Encoding',
      'Content-Encoding': 'gzip',
      'Content-Type': 'application/javascript; charset=UTF-8',
    });
    const body = answer?.body as Uint8Array;
    expect(body.length).toBeLessThan(SCRIPT.length / 10);
    expect(gunzipSync(body).toString()).toBe(SCRIPT);
  });

  it.each([
    ['chunks/a.js', {}, SCRIPT],
    ['chunks/a.js', { 'accept-encoding': 'br' }, SCRIPT],
    ['chunks/small.css', { 'accept-encoding': 'gzip' }, 'p{}'],
    ['chunks/font.woff2', { 'accept-encoding': 'gzip' }, 'w'.repeat(2_000)],
  ])('%s comes as it is to %j', async (name, headers, content) => {
    const answer = await get(name, headers);
    expect(answer?.headers['Content-Encoding']).toBeUndefined();
    expect(textOf(answer?.body)).toBe(content);
  });

  it('are not sent again to who has them', async () => {
    expect(await get('chunks/a.js', { 'if-none-match': 'W/"a.js"' })).toMatchObject({ status: 304, body: null });
    expect((await get('chunks/a.js', { 'if-none-match': 'W/"b.js"' }))?.status).toBe(200);
  });

  it.each(['chunks/b.js', 'chunks', '', '../built/chunks/a.js', 'chunks/a.js.gz', 'chunks/notes.txt', 'chunks/%61.js'])(
    '“%s” is none of them',
    async (name) => {
      expect(await get(name)).toBeUndefined();
    },
  );

  it('are left to others once they are gone, as while another build replaces this one', async () => {
    rmSync(path.join(folder, 'chunks'), { recursive: true });
    expect(await get('chunks/a.js')).toBeUndefined();
  });

  it('are read once while they are wanted', async () => {
    await get('chunks/a.js');
    rmSync(path.join(folder, 'chunks'), { recursive: true });
    expect((await get('chunks/a.js'))?.status).toBe(200);
  });
});
