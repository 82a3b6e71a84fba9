import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visibleName } from '@/lib/api/fields';
import { skeleton } from './skeleton';

describe('the skeleton of a name', () => {
  it.each([
    ['асе', 'ace'],
    ['АСЕ', 'ace'],
    ['Вова', 'Boвa'],
    ['ΑΒΕ', 'abe'],
    ['οο', 'oo'],
    ['ｒｏｏｔ', 'root'],
    ['𝐫𝐨𝐨𝐭', 'root'],
    ['ɑdmin', 'admin'],
    ['admın', 'admin'],
    [' Admin ', 'admin'],
    ['Zoë O’Neill', "Zoë O'Neill"],
    ['Zoë Oʼneill', 'Zoë O´Neill'],
    ['jean・luc', 'jean·luc'],
    ['a，b', 'a,b'],
    ['a∶b', 'a:b'],
    ['a“b”', 'a"b"'],
    ['a⁄b', 'a/b'],
    ['サーバー', 'サ-バ-'],
    ['ǃnews', '!news'],
  ])('%s looks like %s', (name, other) => expect(skeleton(name)).toBe(skeleton(other)));

  it.each([...'\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\u02d7\u30fc\u4e00\ufe58\ufe63\uff0d\uff70'])(
    'U+%s is a dash like any other',
    (dash) => expect(skeleton(`acme${dash}root`)).toBe('acme-root'),
  );

  it.each([
    ['user1', 'userl'],
    ['a-b', 'a_b'],
    ['a.b', 'a·b'],
    ['rene', 'rené'],
    ['борис', 'boris'],
    ['dev0', 'devo'],
    ['模型', '摸型'],
  ])('%s does not look like %s', (name, other) => expect(skeleton(name)).not.toBe(skeleton(other)));

  it('of plain letters is the name itself, case aside', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ -~]{1,40}$/), (plain) => {
        expect(skeleton(plain)).toBe(plain.trim().toLowerCase());
      }),
    );
  });
});

describe('the scripts of a name', () => {
  const name = visibleName(255, 2);

  it.each([
    ...['acme-root', 'Zoë O’Neill', '王小明 (QA)', 'Tanaka 田中さん', '김민준 Kim', 'Ольга Иванова', 'Νίκος', 'أحمد 1'],
    ...['राम कुमार', 'สมชาย', '2b', '--', 'Ana 🚀'],
  ])('%s is one name', (given) => expect(name.safeParse(given).success).toBe(true));

  it.each(['аcme-root', 'асmе', 'Ольга (QA)', 'Νίκoς', 'ꭺcme', 'ᎪᏟᎬ', '田中Иван', 'ҽmail'])('%s is not', (given) => {
    const { error } = name.safeParse(given);
    expect(error?.issues[0]).toMatchObject({ params: { key: 'mixed_scripts' } });
  });
});
