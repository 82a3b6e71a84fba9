'use client';

import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { latePart } from '@/components/layout/preferences/late-part';
import type { ChartFilter } from '@/lib/analytics/filters/contract';
import type { RecordLead } from '../prepare/lead';
import type { Mark } from '../prepare/mark';
import type { ChartContext } from '../prepare/model';

/** What a page does with a mark; what is left out is not offered. */
export type DrillActions = {
  filter?: (filters: readonly ChartFilter[]) => void;
  zoom?: (from: number, to: number) => void;
  /** Address of the list of the events behind a mark. */
  eventsHref: (filters: readonly ChartFilter[], range?: { from: number; to: number }) => string;
  /** Address of the page of one event. */
  eventHref?: (event_id: string) => string;
  /** Why list and page cannot be opened, if so. */
  eventsRefusal: string | null;
  /** The page that lists the records behind a mark, where there is one, and why it cannot be opened, if so. */
  recordsPage?: (
    list: RecordLead,
    range?: { from: number; to: number },
  ) => { href: string; refusal: string | null } | undefined;
  /** What else a mark leads to, below the rest. */
  more?: (mark: Mark, onClose: () => void) => ReactNode;
};

/** Where a popover hangs: an element, or a place in a drawing. */
export type MarkAnchor = Element | { getBoundingClientRect: () => DOMRect };

export type OpenedMark = {
  /** Those of one place: the series of a bucket, else the only one. */
  marks: readonly Mark[];
  chosen: number;
  anchor: MarkAnchor;
  /** Gets the focus back. */
  origin: HTMLElement;
  onClose?: () => void;
};

const MarkOpener = createContext<((opened: OpenedMark) => void) | null>(null);

const MarkPopover = latePart(() => import('./mark-popover').then((part) => part.MarkPopover));

/** Lets the marks inside lead on, with one popover for all of them; without actions they are plain. */
export function MarkProvider({
  drill,
  context,
  children,
}: {
  drill: DrillActions | undefined;
  context: ChartContext;
  children: ReactNode;
}) {
  const [opened, setOpened] = useState<OpenedMark | null>(null);
  const open = useMemo(() => (drill ? setOpened : null), [drill]);
  const close = () => {
    opened?.onClose?.();
    setOpened(null);
  };
  return (
    <MarkOpener value={open}>
      {children}
      {opened && drill ? <MarkPopover opened={opened} drill={drill} context={context} onClose={close} /> : null}
    </MarkOpener>
  );
}

/** Opens the popover; null where marks lead nowhere. */
export const useMarkOpener = () => useContext(MarkOpener);
