import { expect, it } from 'vitest';
import { countedPage } from './paginate';

/** A list of 45 whose count is answered when `answer` is called. */
function asked(page: number, isNarrowed: boolean) {
  let answer = () => {};
  const totals: number[] = [];
  const found = countedPage({
    ...{ paging: { page, size: 20 }, isNarrowed },
    count: () => new Promise<number>((resolve) => (answer = () => resolve(45))),
    rowsOn: async (total) => {
      totals.push(total);
      return ['row'];
    },
  });
  return { found, totals, answer: () => answer() };
}

it('asks for the first page of a list while it is counted', async () => {
  const { found, totals, answer } = asked(1, false);
  expect(totals).toEqual([Number.POSITIVE_INFINITY]);
  answer();
  expect(await found).toEqual({ total: 45, rows: ['row'] });
  expect(totals).toHaveLength(1);
});

it('counts first where it matters how many there are', async () => {
  for (const [page, isNarrowed] of [
    [2, false],
    [1, true],
  ] as const) {
    const { found, totals, answer } = asked(page, isNarrowed);
    expect(totals).toEqual([]);
    answer();
    expect(await found).toEqual({ total: 45, rows: ['row'] });
    expect(totals).toEqual([45]);
  }
});

it('fails as a whole, whichever part does', async () => {
  const paging = { page: 1, size: 20 };
  const fails = () => Promise.reject(new Error('no store'));
  const parts = { count: async () => 45, rowsOn: async () => [] };
  await expect(countedPage({ paging, isNarrowed: false, ...parts, count: fails })).rejects.toThrow('no store');
  await expect(countedPage({ paging, isNarrowed: false, ...parts, rowsOn: fails })).rejects.toThrow('no store');
});
