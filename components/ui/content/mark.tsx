import type { ReactNode } from 'react';
import { cx } from '@/components/ui/cx';
import { type Meaning, meaningStyle } from './meaning';

/** Full: done. Half: under way. Hollow: not begun. Crossed: refused. Readable without colour. */
export type MarkShape = 'full' | 'half' | 'hollow' | 'crossed';

export function Mark({
  meaning,
  shape = 'full',
  className,
}: {
  meaning: Meaning;
  shape?: MarkShape;
  className?: string;
}) {
  return <i aria-hidden="true" className={cx('mark', className)} data-shape={shape} style={meaningStyle(meaning)} />;
}

/** Mark and word without a tint: the form of a state in tables. */
export function State({
  meaning,
  shape,
  children,
  className,
}: {
  meaning: Meaning;
  shape?: MarkShape;
  children: ReactNode;
  className?: string;
}) {
  return (
    <span className={cx('inline-flex items-center gap-[7px] whitespace-nowrap', className)}>
      <Mark meaning={meaning} shape={shape} />
      {children}
    </span>
  );
}
