'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { useFormat, useNow } from '@/components/layout/use-format';
import { useIsPhone } from '@/components/layout/use-media-query';
import { Mark } from '@/components/ui/mark';
import { Menu } from '@/components/ui/menu';
import type { CertOverview } from '@/lib/guard/certs/contract';
import { useExpiryLook } from '../cert-state';
import { expirySlots, monthTicks } from './timeline-slots';

const SLOTS = 24;
/** Keeps each part a finger wide. */
const PHONE_SLOTS = 12;
const STACKED = 3;
/** A phone has room for every third month. */
const PHONE_MONTHS = 3;

/** The certificates that end in one part of the axis: a stack of marks that opens as a menu of their names. */
function Stack({ certs, name }: { certs: readonly CertOverview[]; name: string }) {
  const lookOf = useExpiryLook();
  const format = useFormat();
  if (certs.length === 0) return null;
  const above = certs.length - STACKED;
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          aria-label={name}
          title={name}
          className="flex w-full min-w-6 flex-col-reverse items-center gap-0.5 rounded-1 pb-1 hover:bg-hover"
        >
          {certs.slice(0, STACKED).map((cert) => {
            const { meaning, shape } = lookOf(cert.expired_at);
            return <Mark key={cert.id} meaning={meaning} shape={shape} />;
          })}
          {above > 0 ? (
            <span className="text-11 leading-3 text-ink-3 tabular-nums">+{format.number(above)}</span>
          ) : null}
        </button>
      }
      entries={[
        { heading: name },
        ...certs.map((cert) => ({
          label: (
            <>
              {cert.name} <span className="text-12 text-ink-3">{lookOf(cert.expired_at).left}</span>
            </>
          ),
          href: `/guard/certs/${cert.id}`,
        })),
      ]}
    />
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
          <span key={at} className="absolute border-l border-line pl-1" style={{ left: `${share * 100}%` }}>
            {share > 0.97 ? null : formatter.dateTime(at, { month: 'short', timeZone: 'UTC' })}
          </span>
        ))}
    </div>
  );
}

/** When certificates end: those that have, at the left, then the next twelve months. */
export function ExpiryTimeline({ certs }: { certs: readonly CertOverview[] }) {
  const t = useTranslations('guard.certs.timeline');
  const format = useFormat();
  const now = useNow();
  const isPhone = useIsPhone();
  const { expired, slots } = expirySlots(certs, now, isPhone ? PHONE_SLOTS : SLOTS);
  return (
    <div className="grid grid-cols-[52px_minmax(0,1fr)] gap-x-2">
      <div className="grid h-13 items-end border-b border-line-strong">
        <Stack certs={expired} name={t('expired', { count: expired.length })} />
      </div>
      <div
        className="grid h-13 items-end border-b border-line-strong"
        style={{ gridTemplateColumns: `repeat(${slots.length}, minmax(0, 1fr))` }}
      >
        {slots.map((slot) => (
          <div key={slot.from}>
            <Stack
              certs={slot.certs}
              name={t('slot', {
                count: slot.certs.length,
                from: format.date(slot.from),
                to: format.date(slot.to),
              })}
            />
          </div>
        ))}
      </div>
      <span aria-hidden="true" className="text-center text-11 leading-4 text-ink-3">
        {t('expired_axis')}
      </span>
      <Months now={now} every={isPhone ? PHONE_MONTHS : 1} />
    </div>
  );
}
