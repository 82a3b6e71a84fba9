import { expect, it } from 'vitest';
import { freeMemory, freeOwn } from './free-memory';

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

it('leaves what shares its memory with something else', () => {
  const all = Buffer.allocUnsafeSlow(16_384).fill('a');
  const [own, part] = [Buffer.allocUnsafeSlow(16_384), all.subarray(0, 8_192)];
  freeOwn(own);
  freeOwn(part);
  expect(own).toHaveLength(0);
  expect(part.toString()).toBe('a'.repeat(8_192));
});
