'use client';

import { useTranslations } from 'next-intl';
import { EmptyFrame } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { Panel } from '@/components/ui/panel';

/** For a user whose roles open no page at all. */
export function NoPageScreen() {
  const t = useTranslations('common.empty');
  return (
    <>
      <PageHeader title="Parapet" />
      <Panel padded={false}>
        <EmptyFrame title={t('no_permission')}>{t('no_page_text')}</EmptyFrame>
      </Panel>
    </>
  );
}
