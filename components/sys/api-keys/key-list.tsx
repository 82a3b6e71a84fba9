'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { curlOf } from '@/components/charts/export/curl';
import { DataTable } from '@/components/data-table/data-table';
import { ExportButton } from '@/components/data-table/export/export-button';
import { useListScreen } from '@/components/data-table/pages/use-list-screen';
import { useMissingPermission } from '@/components/layout/account/can';
import { useSession } from '@/components/layout/account/session';
import { useDialogParam } from '@/components/layout/page/use-dialog-param';
import { latePart } from '@/components/layout/preferences/late-part';
import { NothingYet } from '@/components/ui/states/empty-state';
import { type ApiKey, apiKeys } from '@/lib/sys/api-keys/contract';
import { useKeyColumns } from './key-columns';
import { useKeyMark } from './key-state';
import { useHolders } from './use-holders';

// Opened far less often than the list is loaded.
const RenewDialog = latePart(() => import('./renew-dialog').then((m) => m.RenewDialog));
const RevokeDialog = latePart(() => import('./revoke-dialog').then((m) => m.RevokeDialog));
const RevokeAllDialog = latePart(() => import('./revoke-all-dialog').then((m) => m.RevokeAllDialog));

const EXAMPLE = { name: 'ci-deploy', scopes: ['guard.domain.list'], expires_in_days: 90 };
const idOf = (key: ApiKey) => key.key_id;

/** The keys, with what can be done to each. */
export function KeyList({ issue }: { issue: ReactNode }) {
  const t = useTranslations('sys.api-keys');
  const dialog = useDialogParam();
  const { user, is_platform } = useSession();
  const holderOf = useHolders();
  const mark = useKeyMark();
  const list = useListScreen(apiKeys.list, { columns: useKeyColumns(holderOf), rowId: idOf });
  const cannotRenew = useMissingPermission('sys.apikey.renew') ?? undefined;
  const cannotRevoke = useMissingPermission('sys.apikey.delete') ?? undefined;
  const renewed = dialog.rowOf('renew', list.rows, idOf);
  const revoked = dialog.rowOf('revoke', list.rows, idOf);
  const owned = dialog.rowOf('revoke-user', list.rows, idOf);

  const actionsOf = (key: ApiKey) => {
    const gone = mark(key).state === 'revoked' ? t('revoked_already') : undefined;
    const isOthers = is_platform && key.user_id !== user.user_id;
    return [
      {
        label: t('menu_renew'),
        icon: 'refresh' as const,
        reason: cannotRenew ?? gone,
        onSelect: () => dialog.open('renew', key.key_id),
      },
      {
        label: t('menu_revoke'),
        icon: 'stop' as const,
        danger: true,
        reason: cannotRevoke ?? gone,
        onSelect: () => dialog.open('revoke', key.key_id),
      },
      ...(isOthers
        ? [
            {
              label: t('menu_revoke_user', { name: holderOf?.(key.user_id) ?? key.user_id }),
              icon: 'user' as const,
              danger: true,
              reason: cannotRevoke,
              onSelect: () => dialog.open('revoke-user', key.key_id),
            },
          ]
        : []),
    ];
  };
  return (
    <>
      <DataTable
        list={list}
        caption={t('title')}
        rowName={(key) => key.name}
        rowHref={(key) => `/sys/api-keys/${key.key_id}`}
        rowActions={actionsOf}
        toolbar={<ExportButton list={list} fileName="api-keys" />}
        empty={
          <NothingYet
            title={t('empty.title')}
            action={issue}
            permission="sys.apikey.create"
            curl={curlOf(globalThis.location?.origin ?? '', apiKeys.create.path, EXAMPLE)}
          >
            {t('empty.text')}
          </NothingYet>
        }
      />
      {renewed ? <RenewDialog key={idOf(renewed)} apiKey={renewed} onClose={dialog.close} /> : null}
      {revoked ? <RevokeDialog key={idOf(revoked)} apiKey={revoked} onClose={dialog.close} /> : null}
      {owned ? (
        <RevokeAllDialog
          key={idOf(owned)}
          of={{ user_id: owned.user_id, user_name: holderOf?.(owned.user_id) ?? owned.user_id }}
          onClose={dialog.close}
        />
      ) : null}
    </>
  );
}
