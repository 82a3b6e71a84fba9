import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visibleName } from '@/lib/api/fields';
import { nameLook } from './look-alikes';

describe('how a name looks', () => {
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
  ])('%s looks like %s', (name, other) => expect(nameLook(name)).toBe(nameLook(other)));

  it.each([
    ['user1', 'userl'],
    ['rene', 'rené'],
    ['борис', 'boris'],
    ['dev0', 'devo'],
    ['模型', '摸型'],
  ])('%s does not look like %s', (name, other) => expect(nameLook(name)).not.toBe(nameLook(other)));

  it('of plain letters is the name itself, case aside', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ -~]{1,40}$/), (plain) => {
        expect(nameLook(plain)).toBe(plain.trim().toLowerCase());
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
