'use client';

import { cloneElement, type HTMLAttributes, type ReactElement, useState } from 'react';

type TriggerProps = Pick<
  HTMLAttributes<HTMLElement>,
  'onClick' | 'onPointerEnter' | 'onFocus' | 'aria-haspopup' | 'aria-expanded'
>;

/**
 * What opens from a button comes to the browser when somebody is about to press it, not with the page: a list page
 * would otherwise carry every popup's code. Answers the loaded part, or the props that load it.
 */
export function useLazyPopup<T>(
  load: () => Promise<T>,
  kind: 'menu' | 'listbox' | 'dialog',
  onOpen?: () => void,
): { part: T | null; triggerProps: TriggerProps } {
  const [part, setPart] = useState<T | null>(null);
  // Without a network only what is pressed waits for one, and the page says so.
  const warm = () => void (navigator.onLine && load());
  const open = async () => {
    const loaded = await load();
    setPart(() => loaded);
    onOpen?.();
  };
  const triggerProps: TriggerProps = {
    onPointerEnter: warm,
    onFocus: warm,
    onClick: () => void open(),
    'aria-haspopup': kind,
    'aria-expanded': false,
  };
  return { part, triggerProps };
}

/** The trigger with the props that load what it opens. */
export function lazyTrigger(trigger: ReactElement, props: TriggerProps): ReactElement {
  return cloneElement(trigger as ReactElement<TriggerProps>, props);
}
