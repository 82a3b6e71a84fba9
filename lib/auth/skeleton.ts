import { foldCase } from '@/lib/db/dialect';

/**
 * Letters drawn like a Latin one, of the scripts people write whole names in; from the confusables of Unicode UTS 39.
 * Each line: the letters, then what they look like. Names that mix scripts are refused before (`lib/api/fields`).
 */
const LETTERS: readonly (readonly [string, string])[] = [
  ['АВЕЅІЈКМНОРСТХҮԚԜԌ', 'ABESIJKMHOPCTXYQWG'],
  ['асԁеһіјӏорԛѕѵԝхукԍ', 'acdehijlopqsvwxykg'],
  ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
  ['αγικνορσυϲϳ', 'ayikvopoucj'],
  ['ՍՕԼհոսօցյզ', 'UOLhnuogjq'],
  ['ıɑɡɩʋ', 'iagiv'],
];
/** Signs drawn alike: the plain one, then the others. Every dash there is, by its Unicode property, counts as well. */
const SIGNS: readonly (readonly [string, string])[] = [
  ['-', '\u02d7\u06d4\u1173\u1806\u2043\u23af\u2500\u2796\u2cba\u30fc\u3161\u31d0\u4e00'],
  [
    "'",
    '\u00b4\u02b9\u02bb\u02bc\u02bd\u02be\u02c8\u02ca\u02cb\u0384\u0559\u055a\u05f3\u07f4\u07f5\u1fbd\u1fbf\u1fef\u1ffd\u1ffe\u2018\u2019\u201b\u2032\u2035\ua78c\uff07',
  ],
  ['"', '\u02ba\u02dd\u02ee\u05f4\u201c\u201d\u201f\u2033\u2036\u3003\u301d\u301e\uff02'],
  ['·', '\u0387\u119e\u2022\u2027\u2219\u22c5\u2e31\u2e33\u30fb\u318d\uff65'],
  ['.', '\u0660\u06f0\u0701\u0702\u2024\ua60e'],
  [',', '\u00b8\u02cc\u060c\u060d\u066b\u201a\u3001\ua4f9'],
  [':', '\u02d0\u02f8\u0589\u05c3\u0703\u0704\u16ec\u1803\u1809\u205a\u2236\ua789'],
  ['/', '\u1735\u2044\u2215\u2571\u27cb\u29f8\u3033\u30ce\u31d3\u4e3f'],
  ['\\', '\u2216\u27cd\u29f5\u29f9\u31d4\u4e36'],
  ['_', '\u02cd\u07fa\u203f\u2040\u2054'],
  ['~', '\u02dc\u1fc0\u223c'],
  ['*', '\u066d\u204e\u2217'],
  ['+', '\u16ed\u2795'],
  ['|', '\u01c0\u05c0\u2223\u23d0\u2758'],
  ['!', '\u01c3\u2d51'],
  ['<', '\u02c2\u2039\u276e'],
  ['>', '\u02c3\u203a\u276f'],
  ['(', '\u2768\u2772\u3014\ufd3e'],
  [')', '\u2769\u2773\u3015\ufd3f'],
  ['?', '\u0241\u0294\u061f'],
  ['&', '\ua778'],
  ['%', '\u066a'],
  ['^', '\u02c4\u02c6'],
  ['°', '\u02da\u2218\u25e6'],
];
const DASH = /\p{Dash}/gu;

const DRAWN_AS = new Map([
  ...LETTERS.flatMap(([letters, latin]) => [...letters].map((letter, i) => [letter, latin[i] ?? ''] as const)),
  ...SIGNS.flatMap(([plain, signs]) => [...signs].map((sign) => [sign, plain] as const)),
]);

const drawn = (text: string) => [...text.replace(DASH, '-')].map((sign) => DRAWN_AS.get(sign) ?? sign).join('');

/**
 * The confusable skeleton of a name (UTS 39): names with one skeleton are distinguished by nobody. Case does not count,
 * accents do; a name in plain ASCII is its own skeleton, case aside.
 */
export function skeleton(name: string): string {
  // Compatibility forms take some signs apart, so that these are read before, and what they are made of after.
  return foldCase(drawn(drawn(name.trim()).normalize('NFKC')).trim());
}
