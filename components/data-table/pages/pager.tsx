'use client';

import { useTranslations } from 'next-intl';
import { useFormat } from '@/components/layout/preferences/use-format';
import { Select } from '@/components/ui/controls/select';
import { PageRange, PageSteps } from './page-steps';
import { type ListScreen, PAGE_SIZES } from './use-list-screen';

/** Where in the list one is, when it was fetched, and the way to the other pages. */
export function Pager<Row extends object>({ list }: { list: ListScreen<Row> }) {
  const t = useTranslations('common.table');
  const format = useFormat();
  return (
    <div className="flex h-11 items-center gap-2 border-t border-line px-(--panel-pad) text-12 text-ink-2">
      <PageRange stretch={list} />
      <span className="flex-1" />
      {list.updatedAt > 0 ? (
        <span className="tabular-nums max-sm:hidden">{t('updated', { time: format.clock(list.updatedAt) })}</span>
      ) : null}
      <Select
        size="small"
        aria-label={t('page_size')}
        className="w-auto! font-medium max-sm:hidden"
        value={list.size}
        onChange={list.setSize}
        options={[...new Set([...PAGE_SIZES, list.size])]
          .sort((a, b) => a - b)
          .map((size) => ({ value: size, label: t('rows', { size }) }))}
      />
      <PageSteps stretch={list} onPage={list.setPage} />
    </div>
  );
}
