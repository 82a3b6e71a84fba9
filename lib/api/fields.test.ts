import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { displayName, password, text } from './fields';
import { routes } from './registry';

const keyOf = (schema: z.ZodType, value: string) => {
  const [issue] = schema.safeParse(value).error?.issues ?? [];
  return issue?.code === 'custom' ? issue.params?.key : undefined;
};

describe('a name people choose', () => {
  const name = displayName(20, 1);

  it.each([
    ...['Zoë', '王小明', 'أحمد', 'שלום 1', 'Ольга (QA)', 'a  b', '❤️ team', '👩‍💻', '👩🏽‍💻 dev', '🏳️‍🌈', '1️⃣ #️⃣'],
    // Persian and the scripts of India are not spelled right without the joiners within their words.
    ...['می\u200cخواهم', 'خانه\u200cها', 'क्\u200dष', 'क्\u200cष', 'ক্\u200dষ', 'ශ්\u200dරී'],
  ])('may be %s', (given) => expect(name.safeParse(given)).toMatchObject({ success: true, data: given }));

  it.each(['می\u200c', '\u200cخ', 'می\u200c\u200cخ', 'ا\u200dب', 'क\u200dष', 'क्\u200da', 'x\ufe0f', '1\ufe0f'])(
    'is no %j, where the sign joins nothing',
    (given) => expect(keyOf(name, `${given}.`)).toBe('invisible_characters'),
  );

  it.each([
    ...'\u200b\u200c\u200d\u2060\ufeff\u00ad\u061c\u200e\u200f\u202a\u202e\u2066\u2069\u2028\u3164\u2800\u{e0041}\ue000',
  ])('has no %j', (sign) => expect(keyOf(name, `a${sign}b`)).toBe('invisible_characters'));

  it('is one name in both normal forms', () => {
    expect(name.parse('Zoe\u0308')).toBe('Zo\u00eb');
    expect(name.parse('\u1112\u1161\u11ab')).toBe('\ud55c');
  });

  it('counts as it is kept: NFC makes one character of some, and two of others', () => {
    const two = displayName(20, 2);
    expect(keyOf(two, 'e\u0301')).toBe('too_short');
    expect(two.parse('e\u0301'.repeat(20))).toBe('é'.repeat(20));
    expect(two.parse('\u0958')).toHaveLength(2);
    expect(keyOf(two, '\u0958'.repeat(11))).toBe('too_long');
    expect(keyOf(password(72, 6), 'e\u0301'.repeat(5))).toBe('too_short');
  });

  it('has no line breaks, and a length', () => {
    expect(keyOf(name, 'a\nb')).toBe('control_characters');
    expect(keyOf(name, ' ')).toBe('required');
    expect(keyOf(name, 'x'.repeat(21))).toBe('too_long');
  });
});

it.each([
  ['searched for what nobody sees', '\u{1f600}'],
  ['composed, each mark after those it belongs before', '\u0301\u0323'],
])('a name that is too long is refused before it is %s', (_, sign) => {
  const name = sign.repeat(60_000);
  const took = Array.from({ length: 5 }, () => {
    const started = performance.now();
    expect(keyOf(displayName(20, 1), name)).toBe('too_long');
    return performance.now() - started;
  });
  expect(Math.min(...took)).toBeLessThan(20);
});

describe('text of several lines', () => {
  it.each(['أحمد\nمحمد', 'a\u200eb', 'a\tb', 'می‌خواهم'])('may be %j', (given) =>
    expect(text(50).safeParse(given)).toMatchObject({ success: true, data: given }),
  );

  it.each([...'\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'])('has no %j', (sign) =>
    expect(keyOf(text(50), `a${sign}b`)).toBe('direction_controls'),
  );
});

describe('every body of the API', () => {
  const fields = routes.flatMap(({ name, endpoint }) =>
    endpoint.body instanceof z.ZodObject
      ? Object.entries(endpoint.body.shape as Record<string, z.ZodType>).map(([field, schema]) => ({
          place: `${name} ${field}`,
          schema,
        }))
      : [],
  );
  const takingText = (field: RegExp) =>
    fields.filter(({ place, schema }) => field.test(place) && schema.safeParse('plain').success);

  it('takes no name that reads otherwise than it is written', () => {
    // An asset name is a note, kept letter by letter.
    const names = takingText(/[ _]name$/).filter(({ place }) => !place.endsWith(' asset_name'));
    expect(names.length).toBeGreaterThan(8);
    for (const { place, schema } of names) {
      for (const given of ['a\u202eb', 'a\u200bb']) expect(schema.safeParse(given).success, place).toBe(false);
    }
  });

  it('takes no text that turns the direction of what is beside it', () => {
    const texts = takingText(/ (comment|describe|asset_name)$/);
    expect(texts.length).toBeGreaterThan(3);
    for (const { place, schema } of texts) expect(schema.safeParse('a\u202eb').success, place).toBe(false);
  });
});
