'use client';

import { useTranslations } from 'next-intl';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { Can, useMissingPermission } from '@/components/layout/account/can';
import { usePermission } from '@/components/layout/account/session';
import { useDialogParam } from '@/components/layout/page/use-dialog-param';
import { latePart } from '@/components/layout/preferences/late-part';
import { PageHeader } from '@/components/ui/content/page-header';
import { ButtonLink, IconButton } from '@/components/ui/controls/button';
import { Menu } from '@/components/ui/overlays/menu';
import { TabLinks } from '@/components/ui/tabs/tab-links';
import { KeyList } from './key-list';

// Opened far less often than the list is loaded.
const ManagementLog = latePart(() => import('./management-log').then((m) => m.ManagementLog));
const RevokeAllDialog = latePart(() => import('./revoke-all-dialog').then((m) => m.RevokeAllDialog));

const LIST = '/sys/api-keys';

/** The API keys somebody sees: their own, for platform staff all of the OEM; and what was done to keys. */
export function KeysScreen() {
  const t = useTranslations('sys.api-keys');
  const table = useTranslations('common.table');
  const hasLog = usePermission()('sys.apikey.audit');
  const [tab] = useQueryState('tab', parseAsStringLiteral(['log']));
  const isLog = hasLog && tab === 'log';
  const dialog = useDialogParam();
  const cannotRevoke = useMissingPermission('sys.apikey.delete') ?? undefined;
  const issue = (
    <Can permission="sys.apikey.create">
      <ButtonLink variant="primary" icon="plus" href={`${LIST}/new`}>
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
      {hasLog ? (
        <TabLinks
          name={t('tabs.name')}
          links={[
            { href: LIST, label: t('tabs.keys'), isActive: !isLog },
            { href: `${LIST}?tab=log`, label: t('tabs.log'), isActive: isLog },
          ]}
        />
      ) : null}
      {isLog ? <ManagementLog /> : <KeyList issue={issue} />}
      {dialog.isOpen('revoke-all') ? <RevokeAllDialog onClose={dialog.close} /> : null}
    </>
  );
}
