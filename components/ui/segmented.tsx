'use client';

import { Toggle } from '@base-ui/react/toggle';
import { ToggleGroup } from '@base-ui/react/toggle-group';
import type { ReactNode } from 'react';
import { cx } from './cx';
import { Icon } from './icon';
import type { IconName } from './icon-paths';
import { Tooltip } from './tooltip';

export type Segment<V extends string> = { value: V; label: string; icon?: IconName; content?: ReactNode };

/** A toggle without a value gets one of its own, so "all", the empty value, travels as a word. */
const wire = (value: string) => (value === '' ? '*' : value);

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
  return (
    <ToggleGroup
      aria-label={name}
      value={[wire(value)]}
      onValueChange={(next) => {
        const chosen = segments.find((segment) => wire(segment.value) === next[0]);
        if (chosen) onChange(chosen.value);
      }}
      className={cx(
        'inline-flex max-w-full flex-none overflow-x-auto rounded-2 border border-line-strong bg-panel [scrollbar-width:none]',
        fill && 'flex! w-full',
      )}
    >
      {segments.map((segment) => {
        const toggle = (
          <Toggle
            key={segment.value}
            value={wire(segment.value)}
            aria-label={segment.icon ? segment.label : undefined}
            className={cx(
              'grid place-items-center whitespace-nowrap border-r border-line text-ink-2 last:border-r-0 hover:bg-hover focus-visible:shadow-[inset_0_0_0_2px_var(--focus)] data-pressed:bg-selected data-pressed:font-medium data-pressed:text-accent first:rounded-l-[3px] last:rounded-r-[3px]',
              size === 'small' ? 'h-[26px] px-[9px] text-12' : 'h-[calc(var(--ctl)-2px)] px-[11px]',
              fill && 'flex-1',
            )}
          >
            {segment.icon ? <Icon name={segment.icon} /> : (segment.content ?? segment.label)}
          </Toggle>
        );
        return segment.icon ? (
          <Tooltip key={segment.value} label={segment.label}>
            {toggle}
          </Tooltip>
        ) : (
          toggle
        );
      })}
    </ToggleGroup>
  );
}
