'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { useIsPhone } from '@/components/layout/page/use-media-query';
import { useFormat, useNow } from '@/components/layout/preferences/use-format';
import { Mark } from '@/components/ui/content/mark';
import { cx } from '@/components/ui/cx';
import type { CertExpiry } from '@/lib/guard/certs/contract';
import { useExpiryMark } from '../cert-state';
import { expiredSlot, monthTicks, type Slot, slotsOf } from './timeline-slots';

/** Keeps each part a finger wide. */
const PHONE_JOINED = 2;
const STACKED = 3;
/** A phone has room for every third month. */
const PHONE_MONTHS = 3;

/** What ends in one part of the axis, in words. */
function useSlotName(): (slot: Slot) => string {
  const t = useTranslations('guard.certs.timeline');
  const format = useFormat();
  return ({ start_time, end_time, count }) =>
    start_time === 0
      ? t('expired', { count })
      : t('slot', { count, from: format.date(start_time), to: format.date(end_time) });
}

/** The certificates that end in one part of the axis: a stack of marks that leaves only them in the list. */
function Stack({ slot, isChosen, onToggle }: { slot: Slot; isChosen: boolean; onToggle: () => void }) {
  const markOf = useExpiryMark();
  const format = useFormat();
  const name = useSlotName()(slot);
  if (slot.count === 0) return null;
  const { meaning, shape } = markOf(slot.end_time);
  const above = slot.count - STACKED;
  return (
    <button
      type="button"
      aria-label={name}
      aria-pressed={isChosen}
      title={name}
      onClick={onToggle}
      className={cx(
        'flex w-full min-w-6 flex-col-reverse items-center gap-0.5 rounded-t-1 pt-1 pb-1',
        isChosen ? 'bg-selected shadow-[inset_0_-2px_0_var(--accent)]' : 'hover:bg-hover',
      )}
    >
      {Array.from({ length: Math.min(slot.count, STACKED) }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the marks of a stack are all the same
        <Mark key={i} meaning={meaning} shape={shape} />
      ))}
      {above > 0 ? <span className="text-11 leading-3 text-ink-3 tabular-nums">+{format.short(above)}</span> : null}
    </button>
  );
}

/** The months under the axis. */
function Months({ now, every }: { now: number; every: number }) {
  const formatter = useFormatter();
  return (
    <div aria-hidden="true" className="relative h-4 text-11 text-ink-3">
      {monthTicks(now)
        .filter((_, i) => i % every === 0)
        .map(({ at, share }) => (
          <span
            key={at}
            className="absolute border-l border-line pl-1 whitespace-nowrap"
            style={{ left: `${share * 100}%` }}
          >
            {share > (every > 1 ? 0.9 : 0.97) ? null : formatter.dateTime(at, { month: 'short', timeZone: 'UTC' })}
          </span>
        ))}
    </div>
  );
}

/** When certificates end: those that have, at the left, then the coming thirteen months. */
export function ExpiryTimeline({
  expiry,
  chosen,
  onChoose,
}: {
  expiry: CertExpiry;
  /** A moment in the part that is chosen. */
  chosen: number | null;
  onChoose: (slot: Slot | null) => void;
}) {
  const t = useTranslations('guard.certs.timeline');
  const now = useNow();
  const isPhone = useIsPhone();
  const slots = slotsOf(expiry, isPhone ? PHONE_JOINED : 1);
  const stack = (slot: Slot) => {
    const isChosen = chosen !== null && slot.start_time <= chosen && chosen <= slot.end_time;
    return <Stack slot={slot} isChosen={isChosen} onToggle={() => onChoose(isChosen ? null : slot)} />;
  };
  return (
    <div className="grid grid-cols-[52px_minmax(0,1fr)] gap-x-2">
      <div className="grid h-13 items-end border-b border-line-strong">{stack(expiredSlot(expiry))}</div>
      <div
        className="grid h-13 items-end border-b border-line-strong"
        style={{ gridTemplateColumns: `repeat(${slots.length}, minmax(0, 1fr))` }}
      >
        {slots.map((slot) => (
          <div key={slot.start_time}>{stack(slot)}</div>
        ))}
      </div>
      <span aria-hidden="true" className="text-center text-11 leading-4 text-ink-3">
        {t('expired_axis')}
      </span>
      <Months now={now} every={isPhone ? PHONE_MONTHS : 1} />
    </div>
  );
}
