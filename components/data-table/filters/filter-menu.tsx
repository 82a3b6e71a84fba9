'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useIsPhone } from '@/components/layout/page/use-media-query';
import { IconButton } from '@/components/ui/controls/button';
import { lazyTrigger, useLazyPopup } from '@/components/ui/overlays/lazy-popup';
import { whenOnline } from '@/components/ui/states/when-online';
import type { ListScreen } from '../pages/use-list-screen';

const load = whenOnline(() => import('./filter-popup').then((part) => part.FilterPopup));

/** The filters that are not in sight: a popover, on a phone a sheet with all of them. Its code comes when it opens. */
export function FilterMenu<Row extends object>({ list }: { list: ListScreen<Row> }) {
  const t = useTranslations('common.table');
  const isPhone = useIsPhone();
  const [open, setOpen] = useState(false);
  const { part: Popup, triggerProps } = useLazyPopup(load, 'dialog', () => setOpen(true));
  const filters = isPhone ? list.filters : list.filters.filter((filter) => filter.kind !== 'segments');
  const name = t('filters');
  const trigger = <IconButton icon="filter" variant="secondary" name={name} />;
  const popup = Popup ? (
    <Popup
      list={list}
      filters={filters}
      isPhone={isPhone}
      name={name}
      trigger={trigger}
      open={open}
      onOpenChange={setOpen}
    />
  ) : null;
  if (!isPhone) return popup ?? lazyTrigger(trigger, triggerProps);
  return (
    <>
      {/* The same button before and after its sheet came, which gives it the focus back. */}
      {lazyTrigger(trigger, triggerProps)}
      {popup}
    </>
  );
}
