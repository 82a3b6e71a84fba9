import { formatBytes, formatMinute, formatNumber, formatPercent } from '@/lib/i18n/format';
import type { Locale } from '@/lib/i18n/locales';
import { translator } from '@/lib/i18n/translate';
import { DELIVERY, type DeliveryFacts, type Facts, METRIC_UNITS, type Metric } from './vocabulary';

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

type Text = { title: string; body: string };

/** Title and body of an alert (spec 2.12) in one language; times are UTC. */
export function alertText(facts: Facts | DeliveryFacts, domain: string, locale: Locale): Text {
  if (facts.metric === DELIVERY) return deliveryText(facts, domain, locale);
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

function deliveryText(facts: DeliveryFacts, domain: string, locale: Locale): Text {
  const { node_id: node, message, since, isServed, recovered_at } = facts;
  const t = translator(locale);
  const values = {
    ...{ domain, node, message },
    since: formatMinute(since, 'UTC'),
    before: isServed ? 'served' : 'none',
    now: recovered_at > 0 ? 'runs' : 'fails',
    recovered: formatMinute(recovered_at, 'UTC'),
  };
  return {
    title: t('analytics.alerts.title_of.delivery', values),
    body: t('analytics.alerts.body_of.delivery', values),
  };
}
