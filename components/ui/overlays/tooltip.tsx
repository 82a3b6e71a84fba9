'use client';

import { cloneElement, type ReactElement } from 'react';

export type TooltipSide = 'top' | 'bottom' | 'left' | 'right';

/**
 * A short explanation on hover and keyboard focus, shown by the one TooltipLayer of the page. The trigger keeps its own
 * accessible name; this is never the only one.
 */
export function Tooltip({ label, side, children }: { label: string; side?: TooltipSide; children: ReactElement }) {
  return cloneElement(children as ReactElement<Record<string, unknown>>, { 'data-tip': label, 'data-tip-side': side });
}
