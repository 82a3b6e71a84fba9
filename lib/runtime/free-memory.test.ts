import { expect, it } from 'vitest';
import { freeMemory } from './free-memory';

it('gives memory back before anything is collected', () => {
  const before = process.memoryUsage().arrayBuffers;
  const size = 32 * 1024 * 1024;
  const buffer = Buffer.allocUnsafeSlow(size);
  const part = buffer.subarray(1);
  expect(process.memoryUsage().arrayBuffers - before).toBeGreaterThanOrEqual(size);
  freeMemory(buffer);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(size);
  expect([buffer.length, part.length]).toEqual([0, 0]);
});
