/** A dialog fades, and a list takes the place of its form, within less. */
const WAITS_MS = 1_500;
const STEP_MS = 50;

type Row = Pick<HTMLElement, 'dataset'>;

const idOf = ({ dataset }: Row) => dataset.rowId ?? '';
const rowsOfPage = () => [...document.querySelectorAll<HTMLElement>('#content [data-row-id]')];

/** The ids that what a write answered names itself by. */
function idsIn(data: unknown): ReadonlySet<string> {
  const named = Object.entries(data ?? {}).filter(([name]) => /^(id|tag)$|_id$/.test(name));
  return new Set(named.map(([, id]) => String(id)));
}

/** The row where the keyboard goes on: what was written, else what follows what has gone, else what has come. */
export function rowAfter<R extends Row>(before: readonly string[], rows: readonly R[], data: unknown): R | undefined {
  const written = idsIn(data);
  const known = new Set(before);
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  const at = before.findIndex((id) => !byId.has(id));
  const isThere = (id: string) => byId.has(id);
  const next = at < 0 ? undefined : (before.slice(at).find(isThere) ?? before.slice(0, at).findLast(isThere));
  return (
    rows.find((row) => written.has(idOf(row))) ??
    (next === undefined ? undefined : byId.get(next)) ??
    rows.find((row) => !known.has(idOf(row)))
  );
}

const isNowhere = () => document.activeElement === null || document.activeElement === document.body;

/** What was pressed has gone, and the keyboard would begin anew at the top of the page. */
const isLost = () => isNowhere() && document.querySelector('[aria-modal=true]') === null;

function focusRow(row: HTMLElement): void {
  const first = row.querySelector<HTMLElement>('[data-row-open]') ?? row.querySelector<HTMLElement>('a[href], button');
  // A row of a plain table takes no focus by itself.
  if (!first) row.tabIndex = -1;
  (first ?? row).focus();
}

function goOnAt(row: HTMLElement | undefined): void {
  if (row) focusRow(row);
  else document.querySelector<HTMLElement>('#content h1')?.focus();
}

/**
 * Remembers the rows of the page before something is written. Afterwards the keyboard, where it had been on what went away
 * with that, goes on at a row, or at the heading of the list where there is none; not once the page or the reader went on.
 */
export function rememberRows(): (data?: unknown) => void {
  // A browser that gives a pressed button no focus has none to lose.
  if (isNowhere()) return () => {};
  const before = rowsOfPage().map(idOf);
  const { pathname } = location;
  return (data) => {
    const until = performance.now() + WAITS_MS;
    const pressed = new AbortController();
    addEventListener('pointerdown', () => pressed.abort(), { capture: true, once: true, signal: pressed.signal });
    const written = idsIn(data);
    const check = () => {
      if (pressed.signal.aborted || location.pathname !== pathname) return pressed.abort();
      const isLast = performance.now() > until;
      const rows = rowsOfPage();
      // A list that took the place of its form may not have the new row yet.
      const isThere = written.size === 0 || rows.some((row) => written.has(idOf(row)));
      if (!isLast && !(isThere && isLost())) return void setTimeout(check, STEP_MS);
      pressed.abort();
      if (isLost()) goOnAt(rowAfter(before, rows, data));
    };
    check();
  };
}
