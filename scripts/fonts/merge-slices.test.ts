import { readFileSync } from 'node:fs';
import subsetFont from 'subset-font';
import { expect, it } from 'vitest';
import { mergeSlices } from './merge-slices';
import { readTables } from './sfnt';

const FILES = 'node_modules/@fontsource-variable/noto-sans-sc/files';
const WEIGHTS = { wght: { min: 400, max: 600, default: 400 } };

const slice = (n: number, text: string, variationAxes: Parameters<typeof subsetFont>[2]['variationAxes']) =>
  subsetFont(readFileSync(`${FILES}/noto-sans-sc-${n}-wght-normal.woff2`), text, {
    targetFormat: 'truetype',
    variationAxes,
  });

/** The outline of the one character that a font of one weight has; glyph 0 is the box for what is missing. */
function outlineOf(font: Buffer): Buffer {
  const tables = readTables(font);
  const [loca, glyf] = [tables.get('loca'), tables.get('glyf')];
  if (!loca || !glyf) throw new Error('no outlines');
  return glyf.subarray(loca.readUInt16BE(2) * 2, loca.readUInt16BE(4) * 2);
}

it('a merged font draws what its slices draw, in every weight', async () => {
  const merged = mergeSlices([await slice(116, '引', WEIGHTS), await slice(118, '号', WEIGHTS)]);
  for (const [n, character] of [
    [116, '引'],
    [118, '号'],
  ] as const) {
    const drawn = [400, 500, 600].map(async (wght) => {
      const drawnBy = async (font: Buffer) =>
        outlineOf(await subsetFont(font, character, { targetFormat: 'truetype', variationAxes: { wght } }));
      const alone = await drawnBy(await slice(n, character, WEIGHTS));
      const within = await drawnBy(merged);
      expect(alone.length, character).toBeGreaterThan(20);
      expect(within.equals(alone), `${character} at ${wght}`).toBe(true);
      return within.toString('hex');
    });
    expect(new Set(await Promise.all(drawn)).size).toBe(3);
  }
});

it('slices that vary in different ways are no slices of one font', async () => {
  const other = await slice(118, '号', { wght: { min: 400, max: 900, default: 400 } });
  const first = await slice(116, '引', WEIGHTS);
  expect(() => mergeSlices([first, other])).toThrow('vary in different ways');
  expect(() => mergeSlices([])).toThrow('no slices');
});
