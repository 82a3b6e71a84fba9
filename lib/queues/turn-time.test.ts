import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Behalf, PROCESS } from './behalf';
import { TurnTime } from './turn-time';

const loopTurn = () => new Promise((resolve) => setImmediate(resolve));
const of = (address: string) => new Behalf(() => ({ oem_id: '', account: '', address }));

/** The clock goes only where work is done, so that a slow machine measures the same. */
let now_ms = 0;
beforeEach(() => {
  now_ms = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now_ms);
});
afterEach(() => vi.restoreAllMocks());

function busy(ms: number): void {
  now_ms += ms;
}

it('lets who had their time in a turn wait for the next, and nobody else', async () => {
  const time = new TurnTime();
  time.of(of('many'), () => busy(4));
  expect(time.isOverFor(of('many'))).toBe(true);
  expect(time.isOverFor(of('one'))).toBe(false);
  expect(time.isOverFor(PROCESS)).toBe(false);
  await loopTurn();
  expect(time.isOverFor(of('many'))).toBe(false);
});

it('lets all wait where very many each had a little', () => {
  const time = new TurnTime();
  for (let i = 0; i < 8; i++) time.of(of(`10.0.0.${i}`), () => busy(2));
  expect(time.isOverFor(of('10.0.0.99'))).toBe(true);
});

it('counts what fails, and says so', () => {
  const time = new TurnTime();
  const fail = () => {
    busy(6);
    throw new Error('no such table');
  };
  expect(() => time.of(of('one'), fail)).toThrow('no such table');
  expect(time.isOverFor(of('one'))).toBe(true);
});
