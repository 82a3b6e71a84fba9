import { CutMiddle, mayBeCut } from '@/components/ui/content/cut-middle';

type IdentityProps = {
  name: string;
  note?: string;
  /** For a domain, whose end says whose it is: a long one is cut in its middle. */
  cut?: boolean;
};

/**
 * What a row is called, and a weaker word about it. A phone has no room for both on one line: give the note a column of
 * its own with `phone: 'second'`.
 */
export function Identity({ name, note, cut }: IdentityProps) {
  const beside = note ? (
    <span
      title={note}
      className="ml-1 min-w-0 truncate text-12 font-normal text-ink-3 max-sm:hidden"
    >{` ${note}`}</span>
  ) : null;
  if (cut && mayBeCut(name)) {
    return (
      <span className="flex min-w-0 items-baseline overflow-hidden">
        <CutMiddle text={name} className="max-w-full flex-none" />
        {beside}
      </span>
    );
  }
  return (
    <>
      {name}
      {beside}
    </>
  );
}
