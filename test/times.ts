import { setTimeout } from 'node:timers/promises';
import { enqueue } from '@/lib/jobs/queue';
import type { Runtime } from '@/lib/runtime/runtime';

/** Times in milliseconds, of which a test reads figures. */
const at = (took: readonly number[], share: number) =>
  [...took].sort((a, b) => a - b)[Math.floor(took.length * share)] ?? 0;
export const median = (took: readonly number[]) => at(took, 0.5);
export const p99 = (took: readonly number[]) => at(took, 0.99);

/** Milliseconds of the fastest of seven, of which none was asked before. */
export async function fastest(read: (i: number) => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  for (let i = 0; i < 7; i++) {
    const began = performance.now();
    await read(i);
    took.push(performance.now() - began);
  }
  return Math.min(...took);
}

/** Does some work while somebody else writes; answers how long each of their writes took, and what the work did. */
export async function besideWrites<T>({ store }: Pick<Runtime, 'store'>, work: () => Promise<T>) {
  const waits: number[] = [];
  let isOver = false;
  const others = async () => {
    for (let n = 0; !isOver; n++) {
      const began = performance.now();
      await store.transaction((tx) => enqueue(tx, 'test.nothing', [{ object_id: `${n}` }]));
      waits.push(performance.now() - began);
      await setTimeout(5);
    }
  };
  const writing = others();
  const done = await work().finally(() => {
    isOver = true;
  });
  await writing;
  return { waits, done };
}
