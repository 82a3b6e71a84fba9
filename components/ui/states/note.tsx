'use client';

import type { ReactNode } from 'react';
import { Icon } from '@/components/ui/content/icon';
import type { IconName } from '@/components/ui/content/icon-paths';
import { type Meaning, meaningStyle } from '@/components/ui/content/meaning';
import { cx } from '@/components/ui/cx';

const ICONS: Record<Meaning, IconName> = {
  pass: 'info',
  blocked: 'warning',
  limited: 'stop',
  captcha: 'info',
  monitor: 'info',
  approved: 'check',
  pending: 'warning',
  rejected: 'warning',
  unaudited: 'info',
};

/** What answers a press may come outside of the part that scrolls, as in a dialog on a phone. */
const bringIntoView = (node: HTMLElement | null) => node?.scrollIntoView({ block: 'nearest' });

/** The state of the page: one bold fact, then what follows, then at most one link. Not for tips. */
export function Note({
  meaning,
  icon,
  title,
  children,
  action,
  role,
  className,
}: {
  meaning: Meaning;
  icon?: IconName;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** `alert` interrupts: only for what the reader just caused. */
  role?: 'alert' | 'status';
  className?: string;
}) {
  return (
    <div
      ref={role === 'alert' ? bringIntoView : undefined}
      role={role}
      style={meaningStyle(meaning)}
      className={cx(
        'flex flex-wrap items-start gap-2.5 rounded-1 border border-l-[3px] border-(--kl) border-l-(--k) bg-(--kb) px-3 py-[9px]',
        className,
      )}
    >
      <Icon name={icon ?? ICONS[meaning]} className="mt-0.5 text-(--kf)" />
      {/* Where words would get too narrow beside it, what to do goes below them. */}
      <div className="min-w-0 flex-1 basis-40 break-words">
        {title ? <b>{title}</b> : null}
        {title && children ? ' ' : null}
        {children}
      </div>
      {action}
    </div>
  );
}
