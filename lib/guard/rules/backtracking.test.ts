import { describe, expect, it } from 'vitest';
import { fastest } from '@/test/times';
import { mayGiveUp } from './backtracking';

describe('an expression on which nodes may try too long', () => {
  it.each([
    ...['(a+)+b', '^(a+)+$', '(?:a*)*b', '(a|a)*b', '(?i)(A|a)+b', '(\\w|\\d)+!', '(?:a?b?)*c', '(a{1,20}){1,20}b'],
    ...[
      '^(([a-z])+.)+[A-Z]([a-z])+$',
      '(x+x+)+y',
      'a((b+)+c)?',
      '([[:alpha:]]+\\s?)+!',
      '(?P<n>a+)*\\z',
      '(\\x61|a)*b',
    ],
    ...[
      '.*.*x',
      'select.+from.+where',
      '^/api/.*/users/.*$',
      '\\s+\\s+x',
      '(a+){2}b',
      '\\d+\\d+$',
      'a*a*b',
      '(a|ab|b)*c',
    ],
  ])('%s', (re2) => {
    expect(mayGiveUp(re2)).toBe(true);
  });

  it.each([
    ...['a+b', '^/admin', '(?i)bot$', '(ab)+c', '(a+b)+c', '(a+)+', '(a|b)*c', '[^/]+/[^/]+/x', 'a.*b', '^.*\\.php$'],
    ...[
      '\\d{1,3}(\\.\\d{1,3}){3}',
      '(?:[a-z0-9-]+\\.)+example',
      '\\Q(a+)+b\\E',
      '[(a+)+]b',
      'union\\s+select',
      '.*foo.*',
    ],
    ...['(?:foo|bar|baz)+!', '(a|bc)*d', '^\\w+@\\w+\\.com$', '^(?:ab|ac)*$', '', '\\ba\\b', '.*\\n.*x', '(a*)*'],
  ])('and %s, on which they do not', (re2) => {
    expect(mayGiveUp(re2)).toBe(false);
  });
});

it.each([
  ['places', `(?:${'[a-z]?'.repeat(80)})*!`],
  ['choices', `(?:${Array.from({ length: 100 }, (_, i) => `a${i}`).join('|')})*!`],
  ['repetitions', `${'.*a'.repeat(170)}`],
  ['levels', `${'('.repeat(100)}a${'+)'.repeat(100)}b`],
  ['optional ones', `${'a?'.repeat(250)}b*c*d`],
])('answers within a tenth of a second about many %s', async (_, re2) => {
  expect(await fastest(async (i) => mayGiveUp(`${re2}${i}`))).toBeLessThan(100);
});
