'use client';

import { useTranslations } from 'next-intl';
import { useWord } from '@/components/audit/word';
import { useFormat, useList } from '@/components/layout/preferences/use-format';
import type { AlertRule, Schedule } from '@/lib/analytics/alert-rules/contract';
import { METRIC_UNITS, type Metric } from '@/lib/analytics/alerts/vocabulary';

const HOUR = 60;
const DAY = 24 * HOUR;

/** What a rule judges, as a form may have it too: what is not filled in yet is missing. */
export type Judged = Partial<
  Pick<
    AlertRule,
    | 'policy_type'
    | 'metric'
    | 'comparison'
    | 'threshold'
    | 'deviations'
    | 'baseline_days'
    | 'window_minutes'
    | 'min_volume'
  >
>;

/** `1:05` of a day; its end is 24:00. */
const clock = (minute: number) =>
  `${String(Math.floor(minute / HOUR)).padStart(2, '0')}:${String(minute % HOUR).padStart(2, '0')}`;

/** A rule's parts in words. */
export function useRuleWords() {
  const t = useTranslations('analytics.alert-rules');
  const word = useWord();
  const format = useFormat();
  const list = useList();
  const duration = (minutes: number) => {
    if (minutes % DAY === 0) return t('duration.days', { count: minutes / DAY });
    if (minutes % HOUR === 0) return t('duration.hours', { count: minutes / HOUR });
    return t('duration.minutes', { count: minutes });
  };
  const figure = (metric: Metric, value: number) => {
    switch (METRIC_UNITS[metric]) {
      case 'share':
        return format.percent(value, Number.isInteger(value) ? 0 : 1);
      case 'bytes':
        return format.bytes(value);
      case 'ms':
        return `${format.number(value)} ms`;
      case 'count':
        return format.number(value);
    }
  };
  return {
    duration,
    figure,
    /** Such as "Share of 5xx answers above 5 % within 5 minutes". */
    sentence: (rule: Judged): string => {
      const { policy_type, metric = 'requests', comparison = 'above', window_minutes = 5, min_volume = 0 } = rule;
      const values = {
        metric: word('words.alert_metric', metric),
        comparison,
        window: duration(window_minutes),
        limit: typeof rule.threshold === 'number' ? figure(metric, rule.threshold) : '…',
        deviations: format.number(rule.deviations),
        days: rule.baseline_days ?? 0,
      };
      const what = policy_type === 'spike' ? t('condition.spike', values) : t('condition.threshold', values);
      return min_volume > 0 ? t('condition.from', { what, volume: format.number(min_volume) }) : what;
    },
    schedule: ({ days, start_minute, end_minute, time_zone }: Schedule): string =>
      t('schedule.sentence', {
        days:
          days.length === 7 ? t('schedule.every_day') : list([...days].sort().map((day) => t(`schedule.day.${day}`))),
        from: clock(start_minute),
        until: clock(end_minute),
        zone: time_zone,
      }),
  };
}
