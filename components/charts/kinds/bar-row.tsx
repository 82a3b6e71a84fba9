import type { ReactNode } from 'react';
import { cx } from '@/components/ui/cx';
import { MarkButton } from '../marks/mark-button';
import type { Mark } from '../prepare/mark';
import { cutMiddle } from '../result/labels';

/** A bar of 3 px on its track. */
export function Bar({ token, width }: { token: string; width: number }) {
  return (
    <span className="block h-[3px] bg-(--chart-split)">
      <i className="block h-full" style={{ width: `${width}%`, background: `var(--${token})` }} />
    </span>
  );
}

const LONGEST = 44;

/** One entry of a ranking: name, figure, share, and its bar under them. */
export function BarRow({
  lines,
  value,
  share,
  extra,
  code,
  isMono,
  mark,
  children,
}: {
  lines: readonly string[];
  value: string;
  share?: string;
  extra?: ReactNode;
  /** Before the name: a square, a country code. */
  code?: ReactNode;
  isMono?: boolean;
  mark?: Mark;
  children?: ReactNode;
}) {
  const [main = '', second] = lines;
  return (
    <li className="py-0.5">
      <MarkButton mark={mark} className="-mx-1 w-[calc(100%+8px)] px-1">
        <span className="flex min-h-[26px] items-center gap-3">
          {code}
          <span className="flex min-w-0 flex-1 items-baseline gap-2">
            <span dir="auto" title={main} className={cx('truncate', isMono && 'font-mono text-12')}>
              {cutMiddle(main, LONGEST)}
            </span>
            {second === undefined ? null : <span className="min-w-0 flex-none text-12 text-ink-3">{second}</span>}
          </span>
          {extra}
          <span className="font-medium tabular-nums">{value}</span>
          {share === undefined ? null : (
            <span className="w-12 text-right text-12 text-ink-3 tabular-nums">{share}</span>
          )}
        </span>
        {children}
      </MarkButton>
    </li>
  );
}
