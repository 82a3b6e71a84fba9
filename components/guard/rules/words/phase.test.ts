import { expect, it } from 'vitest';
import { phaseAt } from './phase';

it.each([
  [{}, 'always'],
  [{ stime: 0, etime: 0 }, 'always'],
  [{ stime: 101 }, 'upcoming'],
  [{ stime: 100 }, 'active'],
  [{ stime: 50, etime: 101 }, 'active'],
  [{ stime: 50, etime: 100 }, 'ended'],
  [{ etime: 101 }, 'active'],
  [{ stime: 101, etime: 200 }, 'upcoming'],
] as const)('what lasts from and until %j is %s at 100', (window, phase) => {
  expect(phaseAt(window, 100)).toBe(phase);
});
