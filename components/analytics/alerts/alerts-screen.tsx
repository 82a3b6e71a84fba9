'use client';

import { useTranslations } from 'next-intl';
import { AddRule } from '@/components/analytics/alert-rules/add-rule';
import { useWord } from '@/components/audit/word';
import { DataTable } from '@/components/data-table/data-table';
import { ExportButton } from '@/components/data-table/export/export-button';
import { useListScreen } from '@/components/data-table/pages/use-list-screen';
import { useMissingPermission } from '@/components/layout/account/can';
import { PageHeader } from '@/components/ui/content/page-header';
import { NothingYet } from '@/components/ui/states/empty-state';
import { alerts } from '@/lib/analytics/alerts/contract';
import { ALERT_TYPES, HANDLED, PENDING, SPANS, SUBJECTS } from '@/lib/analytics/alerts/vocabulary';
import { AlertTabs } from './alert-tabs';
import { useAlertColumns } from './alerts-columns';
import { useAlertBulk, useHandling } from './use-handling';
import { useShowRequests } from './use-show-requests';

/** What rules found, and whether somebody handled it. */
export function AlertsScreen() {
  const t = useTranslations('analytics.alerts');
  const word = useWord();
  const showRequests = useShowRequests();
  const handling = useHandling();
  const bulk = useAlertBulk();
  const cannotHandle = useMissingPermission('analytics.alert.status') ?? undefined;
  const span = useTranslations('analytics.closure.values.open_for');
  const spans = SPANS.map((value) => ({ value, label: span(value) }));
  const list = useListScreen(alerts.list, {
    columns: useAlertColumns(),
    rowId: ({ id }) => String(id),
    search: { param: 'keyword', placeholder: t('search') },
    filters: [
      {
        kind: 'segments',
        param: 'status',
        label: t('fields.status'),
        options: [PENDING, HANDLED].map((status) => ({
          value: String(status),
          label: word('words.alert_status', status),
        })),
      },
      {
        kind: 'segments',
        param: 'policy_type',
        label: t('fields.policy_type'),
        options: ALERT_TYPES.map((type) => ({ value: type, label: word('words.alert_policy_type', type) })),
      },
      {
        kind: 'choice',
        param: 'metric',
        label: t('fields.metric'),
        options: SUBJECTS.map((metric) => ({ value: metric, label: word('words.alert_metric', metric) })),
      },
      { kind: 'text', param: 'handler', label: t('fields.handler') },
      { kind: 'choice', param: 'handled_within', label: t('fields.handled_within'), options: spans },
      { kind: 'choice', param: 'open_for', label: t('fields.open_for'), options: spans },
      { kind: 'time', from: 'start_time', to: 'end_time', label: t('fields.ctime') },
    ],
  });
  return (
    <>
      <PageHeader
        title={t('page')}
        actions={list.isEmpty ? undefined : <ExportButton list={list} fileName="alerts" />}
      />
      <AlertTabs />
      <DataTable
        list={list}
        caption={t('page')}
        rowName={({ title, domain }) => `${title}, ${domain}`}
        bulk={bulk}
        onOpenRow={showRequests}
        rowActions={(alert) => [
          alert.status === HANDLED
            ? {
                label: t('reopen'),
                icon: 'refresh',
                reason: cannotHandle,
                onSelect: () => handling(alert, PENDING),
              }
            : {
                label: t('handle'),
                icon: 'check',
                reason: cannotHandle,
                onSelect: () => handling(alert, HANDLED),
              },
          { label: t('requests'), icon: 'list', onSelect: () => showRequests(alert) },
        ]}
        empty={
          <NothingYet title={t('empty.title')} action={<AddRule />}>
            {t('empty.text')}
          </NothingYet>
        }
      />
    </>
  );
}
