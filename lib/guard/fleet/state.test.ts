import { expect, it } from 'vitest';
import { stateOf } from './state';

const NOW = 1_000_000_000;
const node = { seen_at: NOW - 1_000, revision: 7, reported_revision: 7, failed: 0 };

it.each([
  [{ seen_at: 0 }, 'never'],
  [{}, 'running'],
  [{ revision: 0, reported_revision: 0 }, 'idle'],
  [{ reported_revision: 6 }, 'behind'],
  [{ failed: 1 }, 'failed'],
  [{ seen_at: NOW - 60_000 }, 'running'],
  [{ seen_at: NOW - 60_001, failed: 1 }, 'silent'],
  [{ seen_at: NOW - 300_000 }, 'silent'],
  [{ seen_at: NOW - 300_001 }, 'lost'],
])('%o is %s', (more, state) => {
  expect(stateOf({ ...node, ...more }, NOW)).toBe(state);
});
