import { cx } from './cx';

/** So many characters at the end are never cut. */
const END = 18;
const SHORT = 2 * END;

/** A name on one line whose end says whose it is, such as a domain: what has no room is left out before that end. */
export function CutMiddle({ text, className }: { text: string; className?: string }) {
  if (text.length <= SHORT) return <span className={cx('block truncate', className)}>{text}</span>;
  return (
    <span title={text} className={cx('flex min-w-0', className)}>
      <span className="min-w-0 truncate">{text.slice(0, -END)}</span>
      <span className="flex-none">{text.slice(-END)}</span>
    </span>
  );
}
