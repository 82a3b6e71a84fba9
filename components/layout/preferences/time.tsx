'use client';

import type { Instant } from '@/lib/i18n/format';
import { millisOf } from '@/lib/i18n/format';
import { useFormat, useNow } from './use-format';

/** A time in a table: `MM-DD HH:mm`, in a log with seconds, the exact moment on hover. */
export function TableTime({ value, seconds }: { value: Instant; seconds?: boolean }) {
  const format = useFormat();
  const millis = millisOf(value);
  if (millis === null) return <span className="text-ink-3">—</span>;
  return (
    <time
      dateTime={new Date(millis).toISOString()}
      title={format.exactTime(millis)}
      className="tabular-nums text-ink-2"
    >
      {format.tableTime(millis, seconds)}
    </time>
  );
}

/** A time among the facts of an object, to the millisecond and with its zone. */
export function ExactTime({ value }: { value: Instant }) {
  const format = useFormat();
  const millis = millisOf(value);
  if (millis === null) return '—';
  return (
    <time dateTime={new Date(millis).toISOString()} className="tabular-nums">
      {format.exactTime(millis)}
    </time>
  );
}

/** A time in prose: "3 min ago" below one hour, the exact moment on hover. */
export function Ago({ value }: { value: Instant }) {
  const format = useFormat();
  const now = useNow();
  const millis = millisOf(value);
  if (millis === null) return '—';
  return (
    <time dateTime={new Date(millis).toISOString()} title={format.exactTime(millis)} className="tabular-nums">
      {format.ago(millis, now)}
    </time>
  );
}
