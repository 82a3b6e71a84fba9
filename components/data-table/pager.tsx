'use client';

import { useTranslations } from 'next-intl';
import { useFormat } from '@/components/layout/use-format';
import { IconButton } from '@/components/ui/button';
import { Select } from '@/components/ui/select';
import { type ListScreen, PAGE_SIZES } from './use-list-screen';

/** Where in the list one is, when it was fetched, and the way to the other pages. */
export function Pager<Row extends object>({ list }: { list: ListScreen<Row> }) {
  const t = useTranslations('common.table');
  const format = useFormat();
  const { page, size, total } = list;
  const pages = Math.max(1, Math.ceil(total / size));
  const from = total === 0 ? 0 : (page - 1) * size + 1;
  return (
    <div className="flex h-11 items-center gap-2 border-t border-line px-(--panel-pad) text-12 text-ink-2">
      <span className="tabular-nums">
        {t('range', {
          from: format.number(from),
          to: format.number(Math.min(page * size, total)),
          total: format.number(total),
        })}
      </span>
      <span className="flex-1" />
      {list.updatedAt > 0 ? (
        <span className="tabular-nums max-sm:hidden">{t('updated', { time: format.clock(list.updatedAt) })}</span>
      ) : null}
      <Select
        size="small"
        aria-label={t('page_size')}
        className="w-auto! font-medium max-sm:hidden"
        value={size}
        onChange={list.setSize}
        options={[...new Set([...PAGE_SIZES, size])]
          .sort((a, b) => a - b)
          .map((each) => ({ value: each, label: t('rows', { size: each }) }))}
      />
      <IconButton
        icon="chevron-left"
        variant="secondary"
        size="small"
        name={t('previous')}
        disabled={page <= 1}
        onClick={() => list.setPage(page - 1)}
      />
      <span className="tabular-nums">{t('page_of', { page: format.number(page), pages: format.number(pages) })}</span>
      <IconButton
        icon="chevron-right"
        variant="secondary"
        size="small"
        name={t('next')}
        disabled={page >= pages}
        onClick={() => list.setPage(page + 1)}
      />
    </div>
  );
}
