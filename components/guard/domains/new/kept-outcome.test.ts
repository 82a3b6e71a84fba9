import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '@/lib/api/client';
import { keepOutcome, keptOutcome } from './kept-outcome';
import { newOrigin } from './new-domains';

const values = { domains: 'a.example.com', policy_id: 'p', src_sites: [newOrigin()] };
const store = new Map<string, string>();

beforeEach(() =>
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
  }),
);
afterEach(() => {
  store.clear();
  vi.unstubAllGlobals();
});

describe('what became of added domains', () => {
  it('is there again with its refusals', () => {
    expect(keptOutcome()).toBeNull();
    const envelope = {
      code: 2201,
      message: 'Taken.',
      err_key: 'err.guard.domain.taken',
      data: { category: 'conflict' },
    };
    const error = new ApiError(400, envelope as never, 'r1', 0);
    const results = [
      { domain: 'a.example.com', domain_id: '1', cname: 'a.cname.example' },
      { domain: 'b.example.com', error },
    ];
    keepOutcome({ results, values });
    const kept = keptOutcome();
    expect(kept?.values).toEqual(values);
    expect(kept?.results[0]).toMatchObject({ domain_id: '1', cname: 'a.cname.example' });
    const again = kept?.results[1]?.error;
    expect(again).toBeInstanceOf(ApiError);
    expect(again).toMatchObject({ envelope: { message: 'Taken.' } });
  });

  it('is nothing where it cannot be read', () => {
    store.set('parapet.added', '{');
    expect(keptOutcome()).toBeNull();
  });
});
