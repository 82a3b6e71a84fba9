import { expect, it } from 'vitest';
import { Intake } from './intake';

const KB = 1024;
/** Of a connection that is not closed. */
const isOpen = () => false;
const loopTurn = () => new Promise((resolve) => setImmediate(resolve));

/** A sender that has `pieces` of a body ready; calls back with each that was read. */
async function send(intake: Intake, sender: string, pieces: number, onRead: (sender: string) => void): Promise<void> {
  for (let i = 0; i < pieces; i++) {
    onRead(sender);
    if (intake.took(sender, 64 * KB)) await intake.next(sender, 64 * KB, isOpen);
  }
}

it('reads small bodies at once', async () => {
  const intake = new Intake(512 * KB);
  for (let i = 0; i < 20; i++) {
    for (let j = 0; j < 100; j++) expect(intake.took('one', KB)).toBeUndefined();
    await loopTurn();
  }
});

it('reads no more than its bytes in a turn of the event loop', async () => {
  const intake = new Intake(512 * KB);
  let read = 0;
  const all = Promise.all(Array.from({ length: 40 }, (_, i) => send(intake, `${i % 3}`, 16, () => read++)));
  // Each of the forty has its first piece in hand before it can be asked to wait.
  for (let turn = 1; turn <= 10; turn++) {
    await loopTurn();
    expect(read).toBeLessThanOrEqual(44 + 8 * turn);
  }
  await all;
  expect(read).toBe(40 * 16);
});

it('lets one body through beside somebody’s many', async () => {
  const intake = new Intake(128 * KB);
  const order: string[] = [];
  const many = Array.from({ length: 50 }, () => send(intake, 'many', 8, (sender) => order.push(sender)));
  await loopTurn();
  await Promise.all([...many, send(intake, 'few', 8, (sender) => order.push(sender))]);
  expect(order).toHaveLength(51 * 8);
  expect(order.lastIndexOf('few'), 'done before half of the others’').toBeLessThan(order.length / 2);
});

it('reads on of one that brings more than a share in a turn, and of others in the next', async () => {
  const intake = new Intake(64 * KB);
  const order: string[] = [];
  const read = (sender: string, weight: number) => intake.next(sender, weight, isOpen).then(() => order.push(sender));
  for (let i = 0; i < 20; i++) read('many', 640 * KB);
  read('few', KB);
  await loopTurn();
  await loopTurn();
  await loopTurn();
  expect(order.indexOf('few')).toBe(1);
  expect(order.length).toBeLessThanOrEqual(4);
});

it('has all connections of a sender wait that brought several shares in one turn, and of nobody else', async () => {
  const intake = new Intake(64 * KB);
  const reads = Array.from({ length: 5 }, () => intake.took('many', 30 * KB));
  expect(reads).toEqual([undefined, 'one', 'one', 'one', 'all']);
  expect(intake.took('few', KB)).toBe('one');
  await loopTurn();
  expect(intake.took('many', KB)).toBeUndefined();
});

it('gives no turns to connections that are closed', async () => {
  const intake = new Intake(64 * KB);
  const read: string[] = [];
  const wait = (name: string, isClosed: () => boolean) =>
    intake.next('one', 640 * KB, isClosed).then(() => read.push(name));
  for (let i = 0; i < 100; i++) wait('closed', () => true);
  wait('open', isOpen);
  await loopTurn();
  await loopTurn();
  expect(read).toEqual(['open']);
});
it('reads little in a turn that follows an accepted connection, and as much as ever in the next', async () => {
  const intake = new Intake(1024 * KB);
  let read = 0;
  for (let i = 0; i < 40; i++) void intake.next('one', 32 * KB, isOpen).then(() => read++);
  intake.accepted();
  await loopTurn();
  expect(read).toBe(2);
  await loopTurn();
  expect(read).toBe(18);
});
