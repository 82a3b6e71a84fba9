import { expect, it } from 'vitest';
import { loadAttacks, runAttacks } from '@/scripts/attack/trial';

it('what one caller tries does not reach the others', async () => {
  const attacks = await loadAttacks({ short: true });
  const results = await runAttacks(attacks, { short: true, postgres: process.env.TEST_DATABASE_URL });
  expect(results.filter(({ broken }) => broken.length > 0)).toEqual([]);
  expect(results.map(({ name }) => name)).toEqual(attacks.map(({ name }) => name));
}, 240_000);
