import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentFile, pictureFolder, TOUR_LOCALES, type TourLocale, tourDocument } from '@/scripts/tour/document';
import { COMMAND_LINE, STEP_NAMES } from '@/scripts/tour/steps';

/** All pictures of all languages: whoever clones the repository carries them. */
const MOST_BYTES = 3_000_000;
const AGAIN = 'npm run tour';

const filesOf = (locale: TourLocale) =>
  readdirSync(pictureFolder(locale)).map((name) => path.join(pictureFolder(locale), name));

describe.each(TOUR_LOCALES)('the tour, %s', (locale) => {
  it('names what the console says now, and is as the script writes it', () => {
    expect(readFileSync(documentFile(locale), 'utf8'), AGAIN).toBe(tourDocument(locale));
  });

  it('has a picture of each step that has one, and no other', () => {
    const wanted = STEP_NAMES.map((name) => (name === COMMAND_LINE ? `${name}.txt` : `${name}.webp`));
    expect(
      filesOf(locale)
        .map((file) => path.basename(file))
        .sort(),
      AGAIN,
    ).toEqual(wanted.sort());
    const linked = [...tourDocument(locale).matchAll(/\]\((tour\/[^)]+)\)/g)].map(([, file = '']) =>
      path.join(path.dirname(documentFile(locale)), file),
    );
    expect(linked).toHaveLength(STEP_NAMES.length - 1);
    expect(linked.filter((file) => !existsSync(file))).toEqual([]);
  });
});

it('its pictures are WebP and small together', () => {
  const pictures = TOUR_LOCALES.flatMap(filesOf).filter((file) => file.endsWith('.webp'));
  for (const file of pictures) expect(readFileSync(file).subarray(8, 12).toString('latin1'), file).toBe('WEBP');
  expect(pictures.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(MOST_BYTES);
});
