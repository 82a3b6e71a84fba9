import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { FairQueue } from './fair-queue';
import { streamInTurn } from './stream';
import { Turns } from './turns';

const queues = () => ({
  exports: new FairQueue({ name: 'test', atOnce: 1, atOncePerAccount: 1, waiting: 9, waitingPerAccount: 9 }),
  turns: new Turns(),
});
const owner = { oem_id: 'acme', account: 'a', address: '192.0.2.1' };
const file = async () => ({ media_type: 'text/csv', file_name: 'x.csv', chunks: pieces() });

async function* pieces() {
  yield 'one';
  yield 'two';
}

async function read(chunks: AsyncIterable<string | Uint8Array>) {
  const all = [];
  for await (const chunk of chunks) all.push(chunk);
  return all.join(' ');
}

it('a place is kept until the last piece is taken', async () => {
  const one = queues();
  const first = await streamInTurn(one, owner, file);
  const second = streamInTurn(one, owner, file);
  await setTimeout(5);
  expect(one.exports.waiting).toBe(1);
  expect(await read(first.chunks)).toBe('one two');
  expect(await read((await second).chunks)).toBe('one two');
});

it('a reader that takes nothing loses the place and the file, begun or not', async () => {
  const one = queues();
  const unread = await streamInTurn(one, owner, file, undefined, 20);
  const begun = await streamInTurn(one, owner, file, undefined, 20);
  const reader = begun.chunks[Symbol.asyncIterator]();
  expect((await reader.next()).value).toBe('one');
  expect(await read((await streamInTurn(one, owner, file)).chunks)).toBe('one two');
  await expect(reader.next()).rejects.toThrow('too long');
  await expect(read(unread.chunks)).rejects.toThrow('too long');
});

it('a reader who leaves before the first piece gives the place back at once', { timeout: 2_000 }, async () => {
  const one = queues();
  const leave = async () => (await streamInTurn(one, owner, file)).chunks[Symbol.asyncIterator]();
  await (await leave()).return?.();
  await (await leave()).throw?.(new Error('gone')).catch(() => undefined);
  expect(await read((await streamInTurn(one, owner, file)).chunks)).toBe('one two');
});

it('a reader who leaves and a file that cannot be made give the place back', async () => {
  const one = queues();
  for await (const _ of (await streamInTurn(one, owner, file)).chunks) break;
  await expect(streamInTurn(one, owner, () => Promise.reject(new Error('no store')))).rejects.toThrow('no store');
  expect(await read((await streamInTurn(one, owner, file)).chunks)).toBe('one two');
});
