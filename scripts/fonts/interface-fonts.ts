/**
 * The Han font of the interface: one file with the characters that its own texts use, so that a Chinese page loads no
 * slice of the package (60 KB each) but for what users wrote. Made again where a character was added.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import subsetFont from 'subset-font';
import { mergeSlices } from './merge-slices';

const PACKAGE = 'node_modules/@fontsource-variable/noto-sans-sc';
/** The weights that the visual language uses. */
const WEIGHTS = { wght: { min: 400, max: 600, default: 400 } };
/** What Intl writes in dates and figures, and marks that are wider in Chinese. */
const ALWAYS =
  '年月日时分秒周星期上下午万亿一二三四五六七八九十零—‘’“”…·　、。〈〉《》「」『』【】！％（），．／：；？～￥';
/** Outside of what `rare-han.woff2` is asked for: a font that draws nothing at all is one that browsers refuse. */
const NEVER_ASKED = '·';
const HAN = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u{20000}-\u{3ffff}]/gu;

function* filesBelow(folder: string, pattern: RegExp): Generator<string> {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (pattern.test(name)) yield path.join(folder, name);
  }
}

/** Names of countries and regions, as charts write them. */
function regionNames(): string {
  const names = new Intl.DisplayNames('zh-CN', { type: 'region', fallback: 'none' });
  const letters = Array.from({ length: 26 }, (_, i) => String.fromCharCode(65 + i));
  return letters.flatMap((a) => letters.map((b) => names.of(a + b) ?? '')).join('');
}

/** Every Han character and mark that the interface itself can show. */
function interfaceCharacters(): string {
  const sources = [...filesBelow('messages/zh-CN', /\.json$/), ...filesBelow('components', /(?<!\.test)\.tsx?$/)];
  const texts = [...sources.map((file) => readFileSync(file, 'utf8')), regionNames()];
  const characters = new Set([...ALWAYS, ...texts.flatMap((text) => text.match(HAN) ?? [])]);
  return [...characters].sort().join('');
}

/** The code points of a range such as `U+4e00-4e0f,U+5000`. */
function charactersIn(range: string): string[] {
  return range.split(',').flatMap((part) => {
    const [first = 0, last = first] = part
      .replace('U+', '')
      .split('-')
      .map((hex) => Number.parseInt(hex, 16));
    return Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i));
  });
}

/** The slices of the package that have some of these characters, with nothing else in them. */
async function slicesOf(characters: string): Promise<Buffer[]> {
  const ranges: Record<string, string> = JSON.parse(readFileSync(`${PACKAGE}/unicode.json`, 'utf8'));
  const slices: Buffer[] = [];
  for (const [name, range] of Object.entries(ranges)) {
    const wanted = charactersIn(range).filter((character) => characters.includes(character));
    if (wanted.length === 0) continue;
    const file = `${PACKAGE}/files/noto-sans-sc-${name.replace(/[[\]]/g, '')}-wght-normal.woff2`;
    const options = { targetFormat: 'truetype', variationAxes: WEIGHTS } as const;
    slices.push(await subsetFont(readFileSync(file), wanted.join(''), options));
  }
  return slices;
}

/**
 * Writes `han.woff2`, and `rare-han.woff2`: a font without Han for all other Han, so that the browser itself
 * says when a page needs more.
 */
export async function writeInterfaceFonts(folder: string): Promise<void> {
  const characters = interfaceCharacters();
  const files = ['han.woff2', 'rare-han.woff2'].map((name) => path.join(folder, name));
  const [han = '', rare = ''] = files;
  const hash = createHash('sha256')
    .update(readFileSync(`${PACKAGE}/package.json`))
    .update(characters);
  for (const script of filesBelow('scripts/fonts', /\.ts$/)) hash.update(readFileSync(script));
  const stamp = path.join(folder, 'han.sha256');
  const made = hash.digest('hex');
  if (files.every(existsSync) && existsSync(stamp) && readFileSync(stamp, 'utf8') === made) return;
  const merged = mergeSlices(await slicesOf(characters));
  writeFileSync(han, await subsetFont(merged, characters, { targetFormat: 'woff2' }));
  writeFileSync(rare, await subsetFont(merged, NEVER_ASKED, { targetFormat: 'woff2' }));
  writeFileSync(stamp, made);
}
