'use client';

import type { ReactElement, ReactNode } from 'react';
import { whenOnline } from '@/components/ui/states/when-online';
import { lazyTrigger, useLazyPopup } from './lazy-popup';

export type PopoverProps = {
  trigger: ReactElement;
  /** Titles it for assistive technology. */
  name: string;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: 'start' | 'center' | 'end';
  className?: string;
  children: ReactNode;
};

const load = whenOnline(() => import('./popover-popup').then((module) => module.PopoverPopup));

/** Something to look at or set beside its button. */
export function Popover(props: PopoverProps) {
  const { part: Popup, triggerProps } = useLazyPopup(load, 'dialog', () => props.onOpenChange?.(true));
  return Popup ? <Popup {...props} /> : lazyTrigger(props.trigger, triggerProps);
}
