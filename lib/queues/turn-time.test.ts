import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onBehalf } from './on-behalf';
import { TurnTime } from './turn-time';

const loopTurn = () => new Promise((resolve) => setImmediate(resolve));
const of = <T>(address: string, work: () => T) =>
  onBehalf({ owner: () => ({ oem_id: '', account: '', address }) }, work);

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
  of('many', () => time.of(() => busy(4)));
  expect(of('many', () => time.isOver)).toBe(true);
  expect(of('one', () => time.isOver)).toBe(false);
  expect(time.isOver).toBe(false);
  await loopTurn();
  expect(of('many', () => time.isOver)).toBe(false);
});

it('lets all wait where very many each had a little', () => {
  const time = new TurnTime();
  for (let i = 0; i < 8; i++) of(`10.0.0.${i}`, () => time.of(() => busy(2)));
  expect(of('10.0.0.99', () => time.isOver)).toBe(true);
});

it('counts what fails, and says so', () => {
  const time = new TurnTime();
  const fail = () => {
    busy(6);
    throw new Error('no such table');
  };
  expect(() => of('one', () => time.of(fail))).toThrow('no such table');
  expect(of('one', () => time.isOver)).toBe(true);
});
