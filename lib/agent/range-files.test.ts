import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RangeFiles } from './range-files';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parapet-ranges-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const CN = { kind: 'country', value: 'CN' } as const;
const answering = (text: string) => ({ ranges: vi.fn(async () => text) });
const away = { ranges: () => Promise.reject(new Error('away')) };
const names = () => readdirSync(path.join(folder, 'ranges')).sort();

it('writes what ModSecurity and nginx read, once for what is asked twice', async () => {
  const plane = answering('192.0.2.0/24\n2001:db8::/32\n');
  const [one, ...more] = await new RangeFiles(folder).take(plane, [CN, CN]);
  expect(more).toEqual([]);
  expect(plane.ranges).toHaveBeenCalledExactlyOnceWith('country-CN');
  expect(readFileSync(`${one?.file}.list`, 'utf8')).toBe('192.0.2.0/24\n2001:db8::/32\n');
  expect(readFileSync(`${one?.file}.conf`, 'utf8')).toBe('192.0.2.0/24 CN;\n2001:db8::/32 CN;\n');
});

it('asks again after a day, or after it started anew', async () => {
  const plane = answering('192.0.2.0/24\n');
  const files = new RangeFiles(folder);
  await files.take(plane, [CN]);
  await files.take(plane, [CN]);
  expect(plane.ranges).toHaveBeenCalledTimes(1);
  vi.useFakeTimers({ now: Date.now() + 25 * 3_600_000, toFake: ['Date'] });
  await files.take(plane, [CN]);
  vi.useRealTimers();
  expect(plane.ranges).toHaveBeenCalledTimes(2);
  await new RangeFiles(folder).take(plane, [CN]);
  expect(plane.ranges).toHaveBeenCalledTimes(3);
});

it('goes on with what it has while nothing can be fetched, and fails where it has nothing', async () => {
  const [had] = await new RangeFiles(folder).take(answering('192.0.2.0/24\n'), [CN]);
  expect(await new RangeFiles(folder).take(away, [CN])).toEqual([had]);
  await expect(new RangeFiles(folder).take(away, [{ kind: 'asn', value: '1' }])).rejects.toThrow('away');
});

it('removes files that neither what runs nor what ran before leads to', async () => {
  const first = new RangeFiles(folder);
  const [old] = await first.take(answering('192.0.2.0/24\n'), [CN]);
  const next = new RangeFiles(folder);
  const [changed] = await next.take(answering('198.51.100.0/24\n'), [CN]);
  expect(changed?.file).not.toBe(old?.file);
  expect(names()).toHaveLength(4);
  await next.take(away, [CN]);
  expect(names()).toEqual(['conf', 'list'].map((end) => `${path.basename(changed?.file ?? '')}.${end}`));
});

it('believes no answer that is not networks', async () => {
  await expect(new RangeFiles(folder).take(answering('<html>\n'), [CN])).rejects.toThrow();
  expect(names()).toEqual([]);
});
