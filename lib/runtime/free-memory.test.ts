import { expect, it } from 'vitest';
import { freeMemory } from './free-memory';

const SIZE = 8 * 1024 * 1024;

it('gives memory back although somebody still has the buffer, which is empty then', () => {
  const before = process.memoryUsage().arrayBuffers;
  const buffers = Array.from({ length: 20 }, () => {
    const buffer = Buffer.allocUnsafeSlow(SIZE);
    freeMemory(buffer);
    return buffer;
  });
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(SIZE);
  expect(buffers.map(({ length }) => length)).toEqual(Array(20).fill(0));
});
