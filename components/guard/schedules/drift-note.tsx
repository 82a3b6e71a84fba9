'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useList } from '@/components/layout/preferences/use-format';
import { Button } from '@/components/ui/controls/button';
import { Note } from '@/components/ui/states/note';
import { Refusal } from '@/components/ui/states/refusal';
import type { Drift } from '@/lib/guard/schedules/contract';
import { useIsConnected } from './connection-note';

/** Whether the authoritative server answers what is wanted, and what to do where it does not. */
export function DriftNote({
  drift: { data, error, isLoading, isFetching, refetch },
  repair,
}: {
  drift: UseQueryResult<Drift>;
  repair: ReactNode;
}) {
  const t = useTranslations('guard.schedules.drift');
  const isConnected = useIsConnected();
  const list = useList();
  const again = (
    <Button size="small" icon="refresh" pending={isFetching} onClick={() => refetch()}>
      {t('retry')}
    </Button>
  );
  if (error) {
    return (
      <Note meaning="rejected" action={again} className="mb-3">
        <Refusal error={error} />
      </Note>
    );
  }
  if (isLoading && isConnected) {
    return (
      <Note meaning="unaudited" action={again} className="mb-3">
        {t('asking')}
      </Note>
    );
  }
  if (!data?.connected) return null;
  const { missing, unexpected, wanted } = data;
  if (missing.length + unexpected.length === 0) {
    return (
      <Note meaning="approved" action={again} className="mb-3">
        {t(wanted.length > 0 ? 'same' : 'nothing')}
      </Note>
    );
  }
  return (
    <Note
      meaning="pending"
      title={t('title')}
      className="mb-3"
      action={
        <span className="flex flex-wrap gap-2">
          {again}
          {repair}
        </span>
      }
    >
      {missing.length > 0 ? `${t('missing', { list: list(missing) })} ` : null}
      {unexpected.length > 0 ? t('unexpected', { list: list(unexpected) }) : null}
    </Note>
  );
}
