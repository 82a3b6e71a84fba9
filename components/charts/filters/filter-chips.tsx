'use client';

import { useTranslations } from 'next-intl';
import { Icon } from '@/components/ui/content/icon';
import { cx } from '@/components/ui/cx';
import type { ChartFilter } from '@/lib/analytics/filters/contract';
import { filterText } from '@/lib/analytics/filters/contract';
import { cutMiddle } from '../result/labels';
import { leaveChip } from './chip-focus';
import { useFilterWords } from './filter-words';

type Props = { filters: readonly ChartFilter[]; onChange: (filters: ChartFilter[]) => void };

/** What the page is narrowed to, a chip each, and the way back. What excludes has a dashed edge. */
export function FilterChips({ filters, onChange }: Props) {
  const t = useTranslations('charts.filters');
  const words = useFilterWords();
  if (filters.length === 0) return null;
  return (
    <ul aria-label={t('label')} className="mb-2.5 flex flex-wrap items-center gap-1.5">
      {filters.map((filter, i) => {
        const { field, operator, values } = words(filter);
        const remove = t('remove', { filter: `${field} ${operator} ${values}` });
        return (
          <li
            key={filterText([filter])}
            className={cx(
              'inline-flex h-6 max-w-full items-center gap-1.5 rounded-1 border border-accent-line bg-accent-soft pl-2 text-12 text-accent',
              filter.op === 'not_in' && 'border-dashed bg-transparent',
            )}
          >
            <span className="min-w-0 truncate" title={values}>
              {field} {operator} <b className="font-semibold">{cutMiddle(values, 48)}</b>
            </span>
            <button
              type="button"
              aria-label={remove}
              title={remove}
              data-chip=""
              onClick={(event) => {
                leaveChip(event.currentTarget.parentElement);
                onChange(filters.filter((_, at) => at !== i));
              }}
              className="grid size-6 flex-none place-items-center rounded-1 hover:bg-hover"
            >
              <Icon name="close" size={12} />
            </button>
          </li>
        );
      })}
      <li>
        <button
          type="button"
          className="link min-h-6 text-12"
          onClick={() => {
            leaveChip(null);
            onChange([]);
          }}
        >
          {t('clear')}
        </button>
      </li>
    </ul>
  );
}
