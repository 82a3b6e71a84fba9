import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loginUrl, safeNextPath } from './next-path';

describe('the way back after signing in', () => {
  it('keeps a path of this origin with its query', () => {
    expect(safeNextPath('/guard/domains?page=2#x')).toBe('/guard/domains?page=2#x');
    expect(loginUrl('/guard/domains?page=2')).toBe('/login?next=%2Fguard%2Fdomains%3Fpage%3D2');
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/.//evil.example',
    '',
    null,
    undefined,
  ])('refuses %s', (next) => {
    expect(safeNextPath(next)).toBe('/');
  });

  it('does not lead back to itself', () => {
    expect(safeNextPath('/login?next=/x')).toBe('/');
    expect(loginUrl('/password')).toBe('/login');
    expect(loginUrl('/workbench', 'ended')).toBe('/login?next=%2Fworkbench&why=ended');
    expect(loginUrl(null, 'beside')).toBe('/login?why=beside');
  });

  it('never leaves the origin', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('', '/', '//', '/\\', '/./', 'http:'), (rest, start) => {
        const url = new URL(safeNextPath(start + rest), 'https://here.example');
        return url.origin === 'https://here.example';
      }),
    );
  });
});
