import { cx } from '@/components/ui/cx';

/** Text on one line, whole for a pointer that rests on it; what has no room is left out at its end. */
export function Cut({ text, className }: { text: string; className?: string }) {
  return (
    <span title={text} className={cx('block truncate', className)}>
      {text}
    </span>
  );
}
