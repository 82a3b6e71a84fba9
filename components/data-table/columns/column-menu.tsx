'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/controls/button';
import { useLazyPopup } from '@/components/ui/overlays/lazy-popup';
import { whenOnline } from '@/components/ui/states/when-online';
import type { ListScreen } from '../pages/use-list-screen';

const load = whenOnline(() => import('./column-panel').then((module) => module.ColumnPanel));

/** Which columns, in which order and how wide, and how dense; its code comes when it first opens. */
export function ColumnMenu<Row extends object>({ list }: { list: ListScreen<Row> }) {
  const t = useTranslations('common.table');
  const [open, setOpen] = useState(false);
  const { part: Panel, triggerProps } = useLazyPopup(load, 'dialog', () => setOpen(true));
  if (Panel) return <Panel list={list} open={open} onOpenChange={setOpen} />;
  return (
    <Button icon="columns" {...triggerProps}>
      {t('columns')}
    </Button>
  );
}
