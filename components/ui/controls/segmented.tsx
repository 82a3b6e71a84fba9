'use client';

import { type ReactNode, useId } from 'react';
import { Icon } from '@/components/ui/content/icon';
import type { IconName } from '@/components/ui/content/icon-paths';
import { cx } from '@/components/ui/cx';

export type Segment<V extends string> = { value: V; label: string; icon?: IconName; content?: ReactNode };

/** One of a few values, all in sight. With `icon` the label becomes the name and the tooltip. */
export function Segmented<V extends string>({
  value,
  onChange,
  segments,
  name,
  size = 'normal',
  fill,
}: {
  value: V;
  onChange: (value: V) => void;
  segments: readonly Segment<V>[];
  /** What the choice is about. */
  name: string;
  size?: 'normal' | 'small';
  /** Equal shares of the whole width. */
  fill?: boolean;
}) {
  const group = useId();
  return (
    <fieldset
      aria-label={name}
      className={cx(
        'inline-flex min-w-0 max-w-full flex-none overflow-x-auto rounded-2 border border-line-strong bg-panel [scrollbar-width:none]',
        fill && 'flex! w-full',
      )}
    >
      {segments.map((segment) => (
        <label
          key={segment.value}
          data-tip={segment.icon ? segment.label : undefined}
          data-label={segment.icon || segment.content ? undefined : segment.label}
          className={cx(
            'steady relative content-center place-items-center whitespace-nowrap border-r border-line text-ink-2 last:border-r-0 hover:bg-hover has-[:focus-visible]:shadow-[inset_0_0_0_2px_var(--focus)] has-checked:bg-selected has-checked:font-medium has-checked:text-accent first:rounded-l-[3px] last:rounded-r-[3px]',
            size === 'small' ? 'h-[26px] px-[9px] text-12' : 'h-[calc(var(--ctl)-2px)] px-[11px]',
            fill && 'flex-1',
          )}
        >
          <input
            type="radio"
            name={group}
            value={segment.value}
            checked={segment.value === value}
            aria-label={segment.icon ? segment.label : undefined}
            onChange={() => onChange(segment.value)}
            className="absolute inset-0 m-0 cursor-default appearance-none rounded-[inherit] focus-visible:shadow-none"
          />
          {segment.icon ? <Icon name={segment.icon} /> : (segment.content ?? segment.label)}
        </label>
      ))}
    </fieldset>
  );
}
