import type { ListScreen } from '../pages/use-list-screen';

/**
 * Steps from the open row of a list to those beside it; undefined where there is none. Each begins where the one before led,
 * also when keys are quicker than the page.
 */
export function walker<R extends object>(
  { rows, rowId }: Pick<ListScreen<R>, 'rows' | 'rowId'>,
  openId: string | null,
  setOpenId: (next: (id: string | null) => string | null) => void,
): (step: number) => (() => void) | undefined {
  const beside = (id: string | null, step: number) => {
    const at = rows.findIndex((row) => rowId(row) === id);
    const row = at < 0 ? undefined : rows[at + step];
    return row && rowId(row);
  };
  return (step) => (beside(openId, step) === undefined ? undefined : () => setOpenId((id) => beside(id, step) ?? id));
}
