/**
 * What a row is called, and a weaker word about it. A phone has no room for both on one line: give the note a column of
 * its own with `phone: 'second'`.
 */
export function Identity({ name, note }: { name: string; note?: string }) {
  return (
    <>
      {name}
      {note ? <span className="ml-1 text-12 font-normal text-ink-3 max-sm:hidden">{` ${note}`}</span> : null}
    </>
  );
}
