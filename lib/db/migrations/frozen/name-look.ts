/** How a name looked to migrations 0009, 0015 and 0020; the product has rules of its own, which change. */

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

export function nameLook(name: string): string {
  const drawn = [...name.trim().normalize('NFKC')].map((letter) => LATIN.get(letter) ?? letter);
  return drawn.join('').normalize('NFKC').toLowerCase();
}
