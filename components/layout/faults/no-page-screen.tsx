'use client';

import { useTranslations } from 'next-intl';
import { PageHeader } from '@/components/ui/content/page-header';
import { Panel } from '@/components/ui/content/panel';
import { EmptyFrame, useGranter } from '@/components/ui/states/empty-state';

/** For a user whose roles open no page at all. */
export function NoPageScreen() {
  const t = useTranslations('common.empty');
  const by = useGranter();
  return (
    <>
      <PageHeader title="Parapet" />
      <Panel padded={false}>
        <EmptyFrame title={t('no_permission')}>{t('no_page_text', { by })}</EmptyFrame>
      </Panel>
    </>
  );
}
