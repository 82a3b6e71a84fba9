import { formatBytes, formatMinute, formatNumber, formatPercent } from '@/lib/i18n/format';
import type { Locale } from '@/lib/i18n/locales';
import { translator } from '@/lib/i18n/translate';
import { type Facts, METRIC_UNITS, type Metric } from './vocabulary';

function figure(metric: Metric, value: number, locale: Locale): string {
  switch (METRIC_UNITS[metric]) {
    case 'share':
      return formatPercent(value, locale);
    case 'bytes':
      return formatBytes(value, locale);
    case 'ms':
      return `${formatNumber(Math.round(value), locale)} ms`;
    case 'count':
      return formatNumber(Math.round(value), locale);
  }
}

/** Title and body of an alert (spec 2.12) in one language; times are UTC. */
export function alertText(facts: Facts, domain: string, locale: Locale): { title: string; body: string } {
  const { rule, metric, comparison, from, until, value, limit, usual, days } = facts;
  const t = translator(locale);
  const values = {
    ...{ domain, rule, comparison, days },
    metric: t(`words.alert_metric.${metric}`),
    value: figure(metric, value, locale),
    limit: figure(metric, limit, locale),
    usual: figure(metric, usual ?? 0, locale),
    from: formatMinute(from, 'UTC'),
    until: formatMinute(until, 'UTC'),
  };
  const kind = usual === null ? 'threshold' : 'spike';
  return { title: t(`analytics.alerts.title_of.${kind}`, values), body: t(`analytics.alerts.body_of.${kind}`, values) };
}
