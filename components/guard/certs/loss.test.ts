import { describe, expect, it } from 'vitest';
import { SM2, STANDARD } from '@/lib/guard/certs/vocabulary';
import { lossOf } from './loss';

const NOW = 1_000;
const cert = (id: number, certificate_type = STANDARD, expired_at = NOW + 1) => ({ id, certificate_type, expired_at });

describe('lossOf', () => {
  it.each([
    ['nothing else', [cert(1)], 'bare', 0],
    ['one of its class', [cert(1), cert(2)], 'covered', 1],
    ['only an expired one', [cert(1), cert(2, STANDARD, NOW)], 'bare', 0],
    ['only an SM2 one', [cert(1), cert(2, SM2)], 'only_sm2', 1],
    ['both classes', [cert(1), cert(2, SM2), cert(3)], 'covered', 2],
    ['standard ones where SM2 goes', [cert(1, SM2), cert(2), cert(3)], 'no_sm2', 2],
    ['an SM2 one where SM2 goes', [cert(1, SM2), cert(2, SM2)], 'covered', 1],
  ] as const)('with %s left', (_, certs, loss, left) => {
    expect(lossOf(certs, 1, NOW)).toEqual({ loss, left });
  });
});
