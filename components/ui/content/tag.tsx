import type { ReactNode } from 'react';
import { cx } from '@/components/ui/cx';

/** An outline without meaning of colour, such as WAF or CC. */
export function Tag({
  children,
  mono,
  off,
}: {
  children: ReactNode;
  mono?: boolean /** Present but not in effect. */;
  off?: boolean;
}) {
  return (
    <span
      className={cx(
        'inline-flex min-h-[18px] items-center rounded-1 border px-[5px] text-11 leading-4',
        mono ? 'font-mono break-all' : 'whitespace-nowrap',
        off ? 'border-dashed border-line-strong text-ink-3' : 'border-line-strong text-ink-2',
      )}
    >
      {children}
    </span>
  );
}
