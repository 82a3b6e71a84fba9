import { cx } from '@/components/ui/cx';
import { Cut } from './cut';

/** So many characters at the end are never cut. */
const END = 18;
const SHORT = 2 * END;

/** Whether a name is long enough to be cut at all. */
export const mayBeCut = (text: string) => text.length > SHORT;

/** A name on one line whose end says whose it is, such as a domain: what has no room is left out before that end. */
export function CutMiddle({ text, className }: { text: string; className?: string }) {
  if (!mayBeCut(text)) return <Cut text={text} className={className} />;
  // Two parts side by side would be read, found and copied as two words, so the whole name is there once more.
  return (
    <span title={text} className={cx('relative flex min-w-0', className)}>
      <span className="sr-only">{text}</span>
      <span aria-hidden="true" className="min-w-0 truncate select-none">
        {text.slice(0, -END)}
      </span>
      <span aria-hidden="true" className="flex-none select-none">
        {text.slice(-END)}
      </span>
    </span>
  );
}
