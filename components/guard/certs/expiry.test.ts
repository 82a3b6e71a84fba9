import { expect, it } from 'vitest';
import { DAY_MS } from '@/lib/guard/certs/contract';
import { expiryOf } from './expiry';

const NOW = Date.UTC(2026, 10, 20, 9);

it('tells expired, soon and valid apart at their exact borders', () => {
  expect(expiryOf(NOW, NOW)).toEqual({ state: 'expired', days: 0 });
  expect(expiryOf(NOW - 3 * DAY_MS, NOW)).toEqual({ state: 'expired', days: 3 });
  expect(expiryOf(NOW + 1, NOW)).toEqual({ state: 'soon', days: 0 });
  expect(expiryOf(NOW + 30 * DAY_MS - 1, NOW)).toEqual({ state: 'soon', days: 29 });
  expect(expiryOf(NOW + 30 * DAY_MS, NOW)).toEqual({ state: 'ok', days: 30 });
});
