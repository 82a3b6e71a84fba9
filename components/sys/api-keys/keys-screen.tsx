'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { Can, useMissingPermission } from '@/components/layout/can';
import { usePermission } from '@/components/layout/session';
import { useDialogParam } from '@/components/layout/use-dialog-param';
import { ButtonLink, IconButton } from '@/components/ui/button';
import { Menu } from '@/components/ui/menu';
import { PageHeader } from '@/components/ui/page-header';
import { Tabs } from '@/components/ui/tabs';
import { KeyList } from './key-list';

// Opened far less often than the list is loaded.
const ManagementLog = dynamic(() => import('./management-log').then((m) => m.ManagementLog), { ssr: false });
const RevokeAllDialog = dynamic(() => import('./revoke-all-dialog').then((m) => m.RevokeAllDialog), { ssr: false });

/** The API keys somebody sees: their own, for platform staff all of the OEM; and what was done to keys. */
export function KeysScreen() {
  const t = useTranslations('sys.api-keys');
  const table = useTranslations('common.table');
  const can = usePermission();
  const dialog = useDialogParam();
  const cannotRevoke = useMissingPermission('sys.apikey.delete') ?? undefined;
  const issue = (
    <Can permission="sys.apikey.create">
      <ButtonLink variant="primary" icon="plus" href="/sys/api-keys/new">
        {t('issue')}
      </ButtonLink>
    </Can>
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <span className="flex gap-2">
            <Menu
              trigger={<IconButton icon="more" variant="secondary" name={table('actions')} />}
              entries={[
                {
                  label: t('menu_revoke_all'),
                  icon: 'stop',
                  danger: true,
                  reason: cannotRevoke,
                  onSelect: () => dialog.open('revoke-all'),
                },
              ]}
            />
            {issue}
          </span>
        }
      />
      {can('sys.apikey.audit') ? (
        <Tabs
          name={t('tabs.name')}
          tabs={[
            { value: 'keys', label: t('tabs.keys'), panel: () => <KeyList issue={issue} /> },
            { value: 'log', label: t('tabs.log'), panel: () => <ManagementLog /> },
          ]}
        />
      ) : (
        <KeyList issue={issue} />
      )}
      {dialog.isOpen('revoke-all') ? <RevokeAllDialog onClose={dialog.close} /> : null}
    </>
  );
}
