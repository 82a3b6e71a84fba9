import { cx } from '@/components/ui/cx';

/** The stone of a series: a square of its colour, hollow for the previous period. */
export function Swatch({ token, isPrevious, isOff }: { token: string; isPrevious?: boolean; isOff?: boolean }) {
  const style: Record<`--${string}`, string> = { '--k': `var(--${token})` };
  return (
    <i
      aria-hidden="true"
      className={cx('mark', isOff && 'opacity-40')}
      data-shape={isPrevious || isOff ? 'hollow' : 'full'}
      style={style}
    />
  );
}
