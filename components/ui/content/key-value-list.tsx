import type { ReactNode } from 'react';
import { cx } from '@/components/ui/cx';

export type Fact = { label: ReactNode; value: ReactNode; mono?: boolean; key?: string };

/** Labels and values in two columns, for facts panels and drawers. */
export function KeyValueList({
  facts,
  labelWidth = 112,
  className,
}: {
  facts: readonly Fact[];
  labelWidth?: number;
  className?: string;
}) {
  return (
    <dl
      className={cx('grid items-baseline gap-x-3 gap-y-1.5', className)}
      style={{ gridTemplateColumns: `${labelWidth}px minmax(0,1fr)` }}
    >
      {facts.map((fact, i) => (
        <div key={fact.key ?? (typeof fact.label === 'string' ? fact.label : i)} className="contents">
          <dt className="text-ink-3">{fact.label}</dt>
          <dd className={cx('min-w-0 break-words', fact.mono && 'font-mono text-12 leading-5 break-all')}>
            {fact.value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
