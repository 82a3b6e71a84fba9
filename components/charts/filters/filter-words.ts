'use client';

import { useLocale, useTranslations } from 'next-intl';
import { type ChartFilter, FILTER_DIMENSIONS, type FilterDimensionName } from '@/lib/analytics/filters/contract';
import { formatNumber } from '@/lib/i18n/format';
import { DEFAULT_LOCALE, isLocale } from '@/lib/i18n/locales';
import { countryCode, countryName } from '../result/geo-codes';

/** A filter as it is read: which field, how, and the values. */
export type FilterWords = { field: string; operator: string; values: string };

/** More values than these are counted instead of listed. */
const LISTED = 2;

type ValueWord = (dimension: FilterDimensionName, value: string) => string;

/** A value that events can be filtered by, in the reader's language. */
export function useValueWord(): ValueWord {
  const t = useTranslations('charts');
  const given = useLocale();
  const locale = isLocale(given) ? given : DEFAULT_LOCALE;
  return (dimension, value) => {
    if (FILTER_DIMENSIONS[dimension].type === 'geo') {
      const code = countryCode(value);
      return code === null ? t('geo_unknown') : countryName(code, locale);
    }
    if (value === '') return t.has(`empty_values.${dimension}`) ? t(`empty_values.${dimension}`) : t('empty_text');
    const isWord = FILTER_DIMENSIONS[dimension].type === 'enum' && t.has(`values.${dimension}.${value}`);
    return isWord ? t(`values.${dimension}.${value}`) : value;
  };
}

/** Filters in the reader's language, as chips and sentences say them. */
export function useFilterWords(): (filter: ChartFilter) => FilterWords {
  const t = useTranslations('charts');
  const given = useLocale();
  const locale = isLocale(given) ? given : DEFAULT_LOCALE;
  const wordOf = useValueWord();
  return ({ dimension, op, values }) => {
    const [isIn, isOne] = [op === 'in', values.length === 1];
    const listed = values.slice(0, LISTED).map((value) => wordOf(dimension, value));
    const rest = values.length - listed.length;
    return {
      field: t(`dimensions.${dimension}`),
      operator: t(`filters.${isOne ? (isIn ? 'is' : 'is_not') : isIn ? 'in' : 'not_in'}`),
      values:
        rest > 0
          ? t('filters.and_more', { values: listed.join(t('filters.separator')), n: formatNumber(rest, locale) })
          : listed.join(t('filters.separator')),
    };
  };
}
