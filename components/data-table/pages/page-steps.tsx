'use client';

import { useTranslations } from 'next-intl';
import { useFormat } from '@/components/layout/preferences/use-format';
import { IconButton } from '@/components/ui/controls/button';

/** The stretch of a list that is shown: of `total` rows, those of one page. Pages go as far as the row `reach`. */
export type Stretch = { page: number; size: number; total: number; reach?: number };

export const pagesOf = ({ size, total, reach = total }: Omit<Stretch, 'page'>) =>
  Math.max(1, Math.ceil(Math.min(total, reach) / size));

/** Which rows these are, in figures. */
export function PageRange({ stretch: { page, size, total } }: { stretch: Stretch }) {
  const t = useTranslations('common.table');
  const format = useFormat();
  return (
    <span className="tabular-nums">
      {t('range', {
        from: format.number(total === 0 ? 0 : (page - 1) * size + 1),
        to: format.number(Math.min(page * size, total)),
        total: format.number(total),
      })}
    </span>
  );
}

/** The way to the page before and the one after. */
export function PageSteps({ stretch, onPage }: { stretch: Stretch; onPage: (page: number) => void }) {
  const t = useTranslations('common.table');
  const format = useFormat();
  const { page } = stretch;
  const pages = pagesOf(stretch);
  return (
    <>
      <IconButton
        icon="chevron-left"
        variant="secondary"
        size="small"
        name={t('previous')}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <span className="tabular-nums">{t('page_of', { page: format.number(page), pages: format.number(pages) })}</span>
      <IconButton
        icon="chevron-right"
        variant="secondary"
        size="small"
        name={t('next')}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      />
    </>
  );
}
