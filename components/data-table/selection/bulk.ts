export type BulkFailure<Row> = { row: Row; error: unknown };

const AT_ONCE = 4;

/** Runs an action for each row, four at a time, to the end whatever fails; answers what failed, in row order. */
export async function runBulk<Row>(
  rows: readonly Row[],
  run: (row: Row) => Promise<unknown>,
  onProgress: (done: number) => void,
): Promise<BulkFailure<Row>[]> {
  const failures: (BulkFailure<Row> & { at: number })[] = [];
  const waiting = [...rows.entries()];
  let done = 0;
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [at, row] = next;
      try {
        await run(row);
      } catch (error) {
        failures.push({ at, row, error });
      }
      onProgress(++done);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return failures.sort((a, b) => a.at - b.at).map(({ row, error }) => ({ row, error }));
}
