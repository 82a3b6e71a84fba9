import type { Selection } from './use-selection';

/** Chooses every row that comes, unless the reader chose, cleared or filtered while they were on their way. */
export async function chooseAll<Row>(selection: Selection<Row>, fetch: () => Promise<readonly Row[]>): Promise<void> {
  const before = selection.rows();
  const rows = await fetch();
  if (selection.rows() === before) selection.replace(rows);
}
