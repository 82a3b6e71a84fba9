import { expect, it } from 'vitest';
import { ROW_GROUP } from '../store/store';
import { Line } from './lines';
import { LinesBuffer } from './lines-buffer';
import { MAX_BATCH_BYTES, MAX_BATCH_EVENTS } from './vocabulary';

const line = (number: number, text: string) => new Line(number, Buffer.from(text), 0, text.length, true, false);

/** What is sent of lines with these numbers, batch by batch, as their texts by number. */
function sent(lines: readonly { number: number; text: string }[]): { count: number; lines: Record<number, string> }[] {
  const buffer = new LinesBuffer();
  const batches: { count: number; lines: Record<number, string> }[] = [];
  const take = () => {
    const { text, first_line, count } = buffer.take();
    expect(text.length).toBeLessThan(MAX_BATCH_BYTES);
    const all = Buffer.from(text).toString().split('\n').slice(0, -1);
    expect(all.length).toBeLessThanOrEqual(MAX_BATCH_EVENTS);
    const numbered = all.map((one, i) => [first_line + i, one] as const).filter(([, one]) => one !== '');
    batches.push({ count, lines: Object.fromEntries(numbered) });
  };
  for (const { number, text } of lines) {
    if (!buffer.hasRoom(line(number, text))) take();
    buffer.add(line(number, text));
  }
  take();
  return batches;
}

it('keeps the number of each line where others between them go another way', () => {
  const lines = [4, 5, 9, 10].map((number) => ({ number, text: `line ${number}` }));
  expect(sent(lines)).toEqual([{ count: 4, lines: { 4: 'line 4', 5: 'line 5', 9: 'line 9', 10: 'line 10' } }]);
});

it('begins another batch before one has too many lines or bytes', () => {
  const most = ROW_GROUP / 4;
  const far = [1, 2, most, most + 1, most + 2];
  const batches = sent(far.map((number) => ({ number, text: String(number) })));
  expect(batches.map(({ count }) => count)).toEqual([3, 2]);
  expect(Object.keys(batches[1]?.lines ?? {})).toEqual([String(most + 1), String(most + 2)]);
  const long = 'x'.repeat(1024 * 1024);
  const large = sent(Array.from({ length: 9 }, (_, i) => ({ number: i + 1, text: long })));
  expect(large.map(({ count }) => count)).toEqual([7, 2]);
  expect(large.flatMap(({ lines }) => Object.keys(lines)).map(Number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

it('sends so many lines that some batches together are what the store packs', () => {
  const lines = Array.from({ length: ROW_GROUP }, (_, i) => ({ number: i + 1, text: 'x' }));
  expect(sent(lines).map(({ count }) => count)).toEqual(Array(4).fill(ROW_GROUP / 4));
});

it('takes the memory of a batch again only once that is given back', () => {
  const buffer = new LinesBuffer();
  const next = (text: string) => {
    buffer.add(line(1, text));
    return buffer.take();
  };
  const [first, second] = [next('first'), next('second')];
  first.reuse();
  const third = next('third');
  expect(third.text.buffer).toBe(first.text.buffer);
  expect(second.text.buffer).not.toBe(first.text.buffer);
  expect(Buffer.from(second.text).toString()).toBe('second\n');
  expect(Buffer.from(third.text).toString()).toBe('third\n');
});

it('copies lines as they are in their chunks, with each line end as a line feed', () => {
  const chunks = ['one\ntwo\r\nthree\n', 'four\n\nsix\n'].map((text) => Buffer.from(text));
  const [a, b] = chunks as [Buffer, Buffer];
  const buffer = new LinesBuffer();
  const places: [number, Buffer, number, number][] = [
    [1, a, 0, 3],
    [2, a, 4, 7],
    [3, a, 9, 14],
    [4, b, 0, 4],
    [6, b, 6, 9],
    [7, a, 0, 3],
  ];
  for (const [number, chunk, from, to] of places) buffer.add(new Line(number, chunk, from, to, true, false));
  const { text, count } = buffer.take();
  expect(count).toBe(6);
  expect(Buffer.from(text).toString()).toBe('one\ntwo\nthree\nfour\n\nsix\none\n');
  buffer.add(new Line(8, a, 4, 7, true, false));
  expect(Buffer.from(buffer.take().text).toString(), 'nothing of the batch before').toBe('two\n');
});
