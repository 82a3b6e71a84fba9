import { foldCase } from '@/lib/db/dialect';

/**
 * Letters drawn like a Latin one, of the scripts people write whole names in; from the confusables of Unicode UTS 39.
 * Each line: the letters, then what they look like. Names that mix scripts are refused before (`lib/api/fields`).
 */
const DRAWN_ALIKE: readonly (readonly [string, string])[] = [
  ['АВЕЅІЈКМНОРСТХҮԚԜԌ', 'ABESIJKMHOPCTXYQWG'],
  ['асԁеһіјӏорԛѕѵԝхукԍ', 'acdehijlopqsvwxykg'],
  ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
  ['αγικνορσυϲϳ', 'ayikvopoucj'],
  ['ՍՕԼհոսօցյզ', 'UOLhnuogjq'],
  ['ıɑɡɩʋ', 'iagiv'],
];

const LATIN = new Map(
  DRAWN_ALIKE.flatMap(([letters, latin]) => [...letters].map((letter, i) => [letter, latin[i] ?? ''] as const)),
);

/** What a name looks like: names of one look are told apart by nobody. Case does not count, accents do. */
export function nameLook(user_name: string): string {
  const drawn = [...user_name.trim().normalize('NFKC')].map((letter) => LATIN.get(letter) ?? letter);
  return foldCase(drawn.join(''));
}
