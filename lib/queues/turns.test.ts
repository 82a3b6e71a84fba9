import { expect, it } from 'vitest';
import { Turns } from './turns';

const loopTurn = () => new Promise((resolve) => setImmediate(resolve));

it('begins the first at once, then one in each turn of the event loop', async () => {
  const turns = new Turns();
  let begun = 0;
  for (let i = 0; i < 10; i++) turns.next('one').then(() => begun++);
  await Promise.resolve();
  await Promise.resolve();
  expect(begun).toBe(1);
  await loopTurn();
  await loopTurn();
  expect(begun).toBeLessThanOrEqual(4);
  while (begun < 10) await loopTurn();
});

it('begins a newcomer before the rest of whoever sent many', async () => {
  const turns = new Turns();
  const order: string[] = [];
  const all = Array.from({ length: 100 }, () => turns.next('many').then(() => order.push('many')));
  await loopTurn();
  all.push(turns.next('newcomer').then(() => order.push('newcomer')));
  await Promise.all(all);
  expect(order).toHaveLength(101);
  expect(order.indexOf('newcomer')).toBeLessThan(10);
});

it('begins anything at once again when nothing waits', async () => {
  const turns = new Turns();
  await Promise.all(Array.from({ length: 20 }, () => turns.next('one')));
  await loopTurn();
  await loopTurn();
  let begun = false;
  turns.next('one').then(() => {
    begun = true;
  });
  await Promise.resolve();
  await Promise.resolve();
  expect(begun).toBe(true);
});

it('leaves turns to connections while they come', async () => {
  const turns = new Turns();
  let begun = 0;
  turns.accepted();
  turns.next('one').then(() => begun++);
  await loopTurn();
  expect(begun).toBe(0);
  await loopTurn();
  await loopTurn();
  expect(begun).toBe(1);
});

it('begins requests however many connections come', async () => {
  const turns = new Turns();
  let begun = 0;
  for (let i = 0; i < 3; i++) turns.next('one').then(() => begun++);
  const until = performance.now() + 2_000;
  while (begun < 3 && performance.now() < until) {
    turns.accepted();
    await loopTurn();
  }
  expect(begun).toBe(3);
});
