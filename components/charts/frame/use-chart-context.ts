'use client';

import { useLocale, useTimeZone, useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { DEFAULT_LOCALE, isLocale } from '@/lib/i18n/locales';
import type { ChartContext, Names, Polarity, Say, TimeMode } from '../prepare/model';
import type { ChartWindow } from '../result/contract';

const PLAIN = /^[\w-]+$/;

/**
 * Names of a chart's title, measures, dimensions and values: the page's own messages
 * (`charts.<key>.title` and `.explanation`, `measures.<name>`, `dimensions.<name>`, `values.<dimension>.<value>`), then the words all charts
 * share under the same keys, then the raw name. `text` has the words for dimensions without declared values.
 */
export function useChartNames(
  namespace: string,
  chart_key: string,
  text?: Names['text'],
): Names & { explain: string | null } {
  const page = useTranslations(namespace);
  const shared = useTranslations('charts');
  return useMemo(() => {
    // a name with a dot would be read as a path
    const own = (key: string, name: string) => (PLAIN.test(name) && page.has(key) ? page(key) : null);
    const common = (key: string, name: string) => (PLAIN.test(name) && shared.has(key) ? shared(key) : null);
    const word = (name: string) => common(`verdicts.${name}`, name);
    return {
      title: own(`charts.${chart_key}.title`, chart_key) ?? chart_key,
      explain: own(`charts.${chart_key}.explanation`, chart_key),
      measure: (name) => own(`measures.${name}`, name) ?? common(`measures.${name}`, name) ?? word(name) ?? name,
      dimension: (name) => own(`dimensions.${name}`, name) ?? common(`dimensions.${name}`, name) ?? name,
      value: (dimension, value) =>
        own(`values.${dimension}.${value}`, value) ??
        common(`values.${dimension}.${value}`, value) ??
        word(value) ??
        value,
      empty: (dimension) => common(`empty_values.${dimension}`, dimension) ?? undefined,
      text,
    };
  }, [page, shared, chart_key, text]);
}

export type ContextInput = {
  names: Names;
  window?: ChartWindow;
  /** When the data was answered, Unix ms: decides which bucket was open. */
  now: number;
  mode?: TimeMode;
  polarity?: Polarity;
  whole?: number | null;
};

/** What the pure pipeline needs of the reader: language, zone, words. */
export function useChartContext({ names, window, now, mode, polarity, whole }: ContextInput): ChartContext {
  const say = useSay();
  const locale = useLocale();
  const tz = useTimeZone() ?? 'UTC';
  return useMemo(
    () => ({ locale: isLocale(locale) ? locale : DEFAULT_LOCALE, tz, now, window, names, say, mode, polarity, whole }),
    [locale, tz, now, window, names, say, mode, polarity, whole],
  );
}

/** The `charts` messages as the pipeline takes them. */
export function useSay(): Say {
  const t = useTranslations('charts');
  return useMemo(() => (key, values) => t(key, values), [t]);
}
