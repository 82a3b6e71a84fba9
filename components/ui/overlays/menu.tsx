'use client';

import type { ReactElement, ReactNode } from 'react';
import type { IconName } from '@/components/ui/content/icon-paths';
import { whenOnline } from '@/components/ui/states/when-online';
import { lazyTrigger, useLazyPopup } from './lazy-popup';

export type MenuEntry =
  | 'separator'
  | { heading: string }
  | {
      /** Ends with "…" when it opens a dialog. */
      label: ReactNode;
      icon?: IconName;
      /** May take its time: until the promise has settled, the menu's button is pending. */
      onSelect?: () => unknown;
      href?: string;
      danger?: boolean;
      checked?: boolean;
      /** Disables it and is under the label. */
      reason?: string;
      shortcut?: string;
      lang?: string;
    };

export type MenuProps = {
  /** A Button or IconButton. */
  trigger: ReactElement;
  entries: readonly MenuEntry[];
  align?: 'start' | 'end';
  side?: 'top' | 'bottom';
};

const load = whenOnline(() => import('./menu-popup').then((module) => module.MenuPopup));

/** Actions behind one button. */
export function Menu(props: MenuProps) {
  const { part: Popup, triggerProps } = useLazyPopup(load, 'menu');
  return Popup ? <Popup {...props} /> : lazyTrigger(props.trigger, triggerProps);
}
