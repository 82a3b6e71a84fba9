import { describe, expect, it } from 'vitest';
import { between } from './use-picks';

describe('between', () => {
  const ids = ['a', 'b', 'c', 'd'];

  it('takes both ends, in either direction', () => {
    expect(between(ids, 'b', 'd')).toEqual(['b', 'c', 'd']);
    expect(between(ids, 'd', 'b')).toEqual(['b', 'c', 'd']);
    expect(between(ids, 'c', 'c')).toEqual(['c']);
  });

  it('begins anew where the range has no start any more', () => {
    expect(between(ids, null, 'c')).toEqual(['c']);
    expect(between(ids, 'gone', 'c')).toEqual(['c']);
  });
});
