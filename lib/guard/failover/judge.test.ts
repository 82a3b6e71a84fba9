import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isAnswering, isShort, lengthened, nextStep, switchesAfter } from './judge';
import type { FailoverRow } from './tables';
import { HOUR_MS } from './vocabulary';

const ROUND = 6_000;

it.each([
  ['', true],
  ['0000', true],
  ['00000', false],
  ['11111', true],
  ['1111100000', true],
  ['1111000000', false],
])('a node whose checks were %o answers: %o', (history, answers) => {
  expect(isAnswering({ history })).toBe(answers);
});

it('the last ten checks of a node count', () => {
  expect(lengthened('1111111111', false)).toBe('1111111110');
  expect(lengthened('', true)).toBe('1');
});

it.each([
  [0, 0, false],
  [2, 1, false],
  [3, 1, true],
  [1, 0, true],
])('of %i nodes %i answer, which are too few: %o', (nodes, answering, short) => {
  expect(isShort({ nodes, answering })).toBe(short);
});

/** What a domain does whose nodes fail and come back as given, round by round. */
function lived(shorts: readonly boolean[], rounds: number) {
  let row: FailoverRow | undefined;
  let isWithOrigins = false;
  const moves: { at: number; to: 'origins' | 'nodes' }[] = [];
  for (const [i, short] of shorts.entries()) {
    const now = 1_000_000_000 + i * ROUND;
    const step = nextStep({ row, isShort: short, isWithOrigins, patience: rounds * ROUND, now });
    const empty = { domain_id: 'd', since: 0, switches: 0, switched_at: 0, obstacle: 'none', tried_at: 0 } as const;
    const kept: FailoverRow = row ?? { ...empty, state: 'normal' };
    if (step.do === 'forget') row = undefined;
    if (step.do === 'note') row = { ...kept, ...step.row };
    if (step.do === 'to_origins') {
      isWithOrigins = true;
      row = { ...kept, state: 'switched', since: now, switches: switchesAfter(kept, now), switched_at: now };
    }
    if (step.do === 'to_nodes') {
      isWithOrigins = false;
      row = { ...kept, state: 'normal', since: now };
    }
    if (step.do === 'to_origins' || step.do === 'to_nodes')
      moves.push({ at: i, to: isWithOrigins ? 'origins' : 'nodes' });
  }
  return { moves, isWithOrigins };
}

const history = fc
  .array(fc.record({ short: fc.boolean(), rounds: fc.integer({ min: 1, max: 40 }) }), { maxLength: 80 })
  .map((parts) => parts.flatMap(({ short, rounds }) => Array<boolean>(rounds).fill(short)));

it('a domain switches only after all of its patience, either way', () => {
  fc.assert(
    fc.property(history, fc.integer({ min: 1, max: 12 }), (shorts, rounds) => {
      for (const { at, to } of lived(shorts, rounds).moves) {
        const before = shorts.slice(at - rounds, at + 1);
        expect(before).toEqual(Array(rounds + 1).fill(to === 'origins'));
      }
    }),
  );
});

it('a domain is sent to its origins three times an hour at most', () => {
  fc.assert(
    fc.property(history, (shorts) => {
      const away = lived(shorts, 1).moves.filter(({ to }) => to === 'origins');
      for (const [i, { at }] of away.entries()) {
        const fourth = away[i + 3];
        if (fourth) expect((fourth.at - at) * ROUND).toBeGreaterThanOrEqual(HOUR_MS);
      }
    }),
  );
});

it('a domain comes back once its nodes answer for long enough', () => {
  fc.assert(
    fc.property(history, fc.integer({ min: 1, max: 12 }), (shorts, rounds) => {
      const quiet = Array<boolean>(HOUR_MS / ROUND + rounds + 2).fill(false);
      expect(lived([...shorts, ...quiet], rounds).isWithOrigins).toBe(false);
    }),
  );
});
