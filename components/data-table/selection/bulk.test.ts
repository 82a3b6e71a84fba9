import { describe, expect, it } from 'vitest';
import { runBulk } from './bulk';

describe('runBulk', () => {
  it('goes on past failures and reports them in row order', async () => {
    const progress: number[] = [];
    const rows = Array.from({ length: 11 }, (_, i) => i);
    const run = async (row: number) => {
      await new Promise((resolve) => setTimeout(resolve, (row % 3) * 3));
      if (row % 5 === 0) throw new Error(`row ${row}`);
    };
    const failures = await runBulk(rows, run, (done) => progress.push(done));
    expect(failures.map(({ row }) => row)).toEqual([0, 5, 10]);
    expect(progress).toEqual(rows.map((i) => i + 1));
  });

  it('runs at most four at once', async () => {
    let running = 0;
    let most = 0;
    const run = async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 2));
      running--;
    };
    await runBulk(Array.from({ length: 20 }), run, () => {});
    expect(most).toBe(4);
  });
});
