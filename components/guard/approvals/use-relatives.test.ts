import { describe, expect, it } from 'vitest';
import { isUnder, parentOf } from './use-relatives';

describe('relatives', () => {
  it.each([
    ['pay.example.org', 'example.org'],
    ['*.example.org', 'example.org'],
    ['a.b.example.org', 'b.example.org'],
    ['example.org', 'example.org'],
  ])('%s stands under %s', (domain, parent) => {
    expect(parentOf(domain)).toBe(parent);
    expect(isUnder(domain, parent)).toBe(true);
  });

  it('is no relative by letters alone', () => {
    expect(isUnder('notexample.org', 'example.org')).toBe(false);
    expect(isUnder('example.org.evil.test', 'example.org')).toBe(false);
  });
});
