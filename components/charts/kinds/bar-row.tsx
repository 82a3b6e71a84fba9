import type { ReactNode } from 'react';
import { cx } from '@/components/ui/cx';
import { MarkButton } from '../marks/mark-button';
import type { Entry, EntryBar } from '../output/entry';
import type { Mark } from '../prepare/mark';
import { cutMiddle } from '../result/labels';

/** A bar of 3 px on its track. */
export function Bar({ token, width }: Pick<EntryBar, 'token' | 'width'>) {
  return (
    <span className="block h-[3px] bg-(--chart-split)">
      <i
        className="block h-full forced-color-adjust-none"
        style={{ width: `${width}%`, background: `var(--${token})` }}
      />
    </span>
  );
}

function Bars({ entry }: { entry: Entry }) {
  if (entry.isStacked) {
    return (
      <span className="flex h-2 gap-px bg-(--chart-split)">
        {entry.bars.map((bar) => (
          <i
            key={bar.key}
            title={bar.title}
            className="forced-color-adjust-none"
            style={{ width: `${bar.width}%`, background: `var(--${bar.token})` }}
          />
        ))}
      </span>
    );
  }
  if (entry.bars.every((bar) => bar.figure === undefined)) {
    return entry.bars.map((bar) => <Bar key={bar.key} token={bar.token} width={bar.width} />);
  }
  return (
    <span className="flex flex-col gap-0.5 pb-1">
      {entry.bars.map((bar) => (
        <span key={bar.key} className="flex items-center gap-2 text-12">
          <span className="min-w-0 flex-1">
            <Bar token={bar.token} width={bar.width} />
          </span>
          <span className="tabular-nums">{bar.figure}</span>
        </span>
      ))}
    </span>
  );
}

const LONGEST = 44;

/** One entry of a ranking: name, figure, share, and its bars under them. */
export function BarRow({
  entry,
  code,
  isMono,
  mark,
}: {
  entry: Entry;
  /** Before the name: a square, a country code. */
  code?: ReactNode;
  isMono?: boolean;
  mark?: Mark;
}) {
  const [main = '', second] = entry.lines;
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
          {entry.extras?.map((extra) => (
            <span key={extra.label} title={extra.label} className="text-12 text-ink-3 tabular-nums max-sm:hidden">
              {extra.label} {extra.text}
            </span>
          ))}
          <span className="font-medium tabular-nums">{entry.value}</span>
          {entry.share === undefined ? null : (
            <span className="w-12 text-right text-12 text-ink-3 tabular-nums">{entry.share}</span>
          )}
        </span>
        <Bars entry={entry} />
      </MarkButton>
    </li>
  );
}
