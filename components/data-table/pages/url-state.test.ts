import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { keyword, pageQuery, queryBool } from '@/lib/api/fields';
import { resourcePath, urlParsers } from './url-state';

const schema = pageQuery.extend({ keyword, status: z.enum(['1', '2']).optional(), ipv6: queryBool.optional() });
const parsers = urlParsers(schema);
const read = (name: string, raw: string) => parsers[name]?.parse(raw) ?? null;

describe('the endpoint’s query schema as URL state', () => {
  it('keeps what the schema takes, as written', () => {
    expect(read('page', '3')).toBe('3');
    expect(read('keyword', ' shop ')).toBe(' shop ');
    expect(read('status', '2')).toBe('2');
    expect(read('ipv6', 'true')).toBe('true');
  });

  it('drops what the schema refuses', () => {
    expect(read('page', 'abc')).toBeNull();
    expect(read('page', '0')).toBeNull();
    expect(read('size', '999')).toBeNull();
    expect(read('status', '3')).toBeNull();
    expect(read('keyword', '')).toBeNull();
    expect(read('keyword', 'x'.repeat(256))).toBeNull();
  });

  it('knows nothing else', () => {
    expect(Object.keys(parsers).sort()).toEqual(['ipv6', 'keyword', 'page', 'size', 'status']);
    expect(urlParsers(undefined)).toEqual({});
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...Object.keys(parsers)), (raw, name) => {
        const value = read(name, raw);
        return value === null || value === raw;
      }),
    );
  });
});

describe('resourcePath', () => {
  it('stops before the first parameter', () => {
    expect(resourcePath('/api/guard/policies/{id}/rules')).toBe('/api/guard/policies');
    expect(resourcePath('/api/sys/users')).toBe('/api/sys/users');
  });
});
