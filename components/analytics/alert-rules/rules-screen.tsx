'use client';

import { useTranslations } from 'next-intl';
import { useChannels } from '@/components/analytics/alert-channels/use-channels';
import { AlertTabs } from '@/components/analytics/alerts/alert-tabs';
import { useWord } from '@/components/audit/word';
import { curlOf } from '@/components/charts/export/curl';
import { DataTable } from '@/components/data-table/data-table';
import { ListHeader } from '@/components/data-table/list-header';
import { useListScreen } from '@/components/data-table/pages/use-list-screen';
import { useMissingPermission } from '@/components/layout/account/can';
import { useDialogParam } from '@/components/layout/page/use-dialog-param';
import { latePart } from '@/components/layout/preferences/late-part';
import { NothingYet } from '@/components/ui/states/empty-state';
import { alertRules, type ListedAlertRule } from '@/lib/analytics/alert-rules/contract';
import { DISABLED, ENABLED } from '@/lib/analytics/alert-rules/vocabulary';
import { POLICY_TYPES } from '@/lib/analytics/alerts/vocabulary';
import { AddRule } from './add-rule';
import { useRuleColumns } from './rules-columns';

const DeleteRuleDialog = latePart(() => import('./delete-rule-dialog').then((m) => m.DeleteRuleDialog));

const EXAMPLE = { name: 'Shop answers with errors', metric: 'share_5xx', threshold: 5, min_volume: 100 };
const idOf = (rule: ListedAlertRule) => String(rule.id);
const pageOf = (rule: ListedAlertRule) => `/analytics/alerts/rules/${rule.id}`;
const auditOf = (rule: ListedAlertRule) => `/sys/audit/operations?${new URLSearchParams({ keyword: rule.name })}`;

/** What raises alerts. */
export function RulesScreen() {
  const t = useTranslations('analytics.alert-rules');
  const word = useWord();
  const dialog = useDialogParam();
  const { channels } = useChannels();
  const list = useListScreen(alertRules.list, {
    columns: useRuleColumns(),
    rowId: idOf,
    search: { param: 'keyword', placeholder: t('search') },
    filters: [
      {
        kind: 'segments',
        param: 'status',
        label: t('fields.status'),
        options: [ENABLED, DISABLED].map((status) => ({
          value: String(status),
          label: word('words.origin_status', status),
        })),
      },
      {
        kind: 'choice',
        param: 'policy_type',
        label: t('fields.policy_type'),
        options: POLICY_TYPES.map((type) => ({ value: type, label: word('words.alert_policy_type', type) })),
      },
      {
        kind: 'choice',
        param: 'channel_id',
        label: t('fields.channel'),
        options: channels.map(({ id, name }) => ({ value: String(id), label: name })),
      },
    ],
  });
  const cannotDelete = useMissingPermission('analytics.alertrule.delete') ?? undefined;
  const cannotAudit = useMissingPermission('sys.audit.view') ?? undefined;
  const deleted = dialog.rowOf('delete', list.rows, idOf);
  return (
    <>
      <ListHeader list={list} title={t('title')} fileName="alert-rules" add={<AddRule />} />
      <AlertTabs />
      <DataTable
        list={list}
        caption={t('title')}
        rowName={(rule) => rule.name}
        rowHref={pageOf}
        rowActions={(rule) => [
          { label: t('menu_edit'), icon: 'edit', href: pageOf(rule) },
          { label: t('menu_audit'), icon: 'audit', reason: cannotAudit, href: auditOf(rule) },
          'separator',
          {
            label: t('menu_delete'),
            icon: 'trash',
            danger: true,
            reason: cannotDelete,
            onSelect: () => dialog.open('delete', idOf(rule)),
          },
        ]}
        empty={
          <NothingYet
            owned
            title={t('empty.title')}
            action={<AddRule />}
            permission="analytics.alertrule.create"
            curl={curlOf(globalThis.location?.origin ?? '', alertRules.create.path, EXAMPLE)}
          >
            {t('empty.text')}
          </NothingYet>
        }
      />
      {deleted ? <DeleteRuleDialog key={deleted.id} rule={deleted} onClose={dialog.close} /> : null}
    </>
  );
}
