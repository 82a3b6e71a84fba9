'use client';

import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useMissingPermission } from '@/components/layout/account/can';
import { usePermission, useSession } from '@/components/layout/account/session';
import { Detail } from '@/components/layout/page/detail';
import { useDialogParam } from '@/components/layout/page/use-dialog-param';
import { Badge } from '@/components/ui/content/badge';
import { PageHeader } from '@/components/ui/content/page-header';
import { Button, IconButton } from '@/components/ui/controls/button';
import { Menu } from '@/components/ui/overlays/menu';
import { whenOnline } from '@/components/ui/states/when-online';
import { Tabs } from '@/components/ui/tabs/tabs';
import { type ApiKey, apiKeys } from '@/lib/sys/api-keys/contract';
import { KeyText } from '../key-columns';
import { useKeyMark } from '../key-state';
import { RenewDialog } from '../renew-dialog';
import { RevokeDialog } from '../revoke-dialog';
import type { NewKey } from '../secret/new-key';
import { useWho } from '../use-names';
import { KeyStrip } from './key-strip';
import { LeastPrivilegeTab } from './least-privilege-tab';
import { LogsTab } from './logs-tab';
import { ScopesTab } from './scopes-tab';
import { UsageTab } from './usage-tab';

const SecretDialog = dynamic(
  whenOnline(() => import('../secret/secret-dialog').then((m) => m.SecretDialog)),
  { ssr: false },
);

const LIST = '/sys/api-keys';
const POLL_MS = 10_000;

/** The page of one API key: how it is used, what it may do, and what it never needed. */
export function KeyScreen({ id }: { id: string }) {
  return (
    <Detail endpoint={apiKeys.view} id={id} back={LIST} refreshEvery={() => POLL_MS}>
      {(apiKey) => <Loaded apiKey={apiKey} />}
    </Detail>
  );
}

function Actions({ apiKey }: { apiKey: ApiKey }) {
  const t = useTranslations('sys.api-keys');
  const table = useTranslations('common.table');
  const dialog = useDialogParam();
  const gone = useKeyMark()(apiKey).state === 'revoked' ? t('revoked_already') : undefined;
  const cannotRenew = useMissingPermission('sys.apikey.renew') ?? gone;
  const cannotRevoke = useMissingPermission('sys.apikey.delete') ?? gone;
  const renew = () => dialog.open('renew');
  const revoke = () => dialog.open('revoke');
  return (
    <>
      <span className="contents max-sm:hidden">
        <Button reason={cannotRenew} onClick={renew}>
          {t('renew')}
        </Button>
        <Button variant="danger-soft" reason={cannotRevoke} onClick={revoke}>
          {t('revoke')}
        </Button>
      </span>
      <span className="sm:hidden">
        <Menu
          trigger={<IconButton icon="more" variant="secondary" name={table('actions')} />}
          entries={[
            { label: t('menu_renew'), icon: 'refresh', reason: cannotRenew, onSelect: renew },
            { label: t('menu_revoke'), icon: 'stop', danger: true, reason: cannotRevoke, onSelect: revoke },
          ]}
        />
      </span>
    </>
  );
}

function Loaded({ apiKey }: { apiKey: ApiKey }) {
  const t = useTranslations('sys.api-keys');
  const can = usePermission();
  const router = useRouter();
  const dialog = useDialogParam();
  const { user } = useSession();
  const whoOf = useWho();
  const mark = useKeyMark()(apiKey);
  const [issued, setIssued] = useState<NewKey | null>(null);
  const hasStats = can('sys.apikey.stats');
  return (
    <>
      <PageHeader
        title={apiKey.name}
        beside={
          <Badge meaning={mark.meaning} shape={mark.shape}>
            {mark.word}
          </Badge>
        }
        description={
          <span className="flex flex-wrap items-center gap-x-2 text-12">
            <KeyText apiKey={apiKey} />
            <span>{apiKey.user_id === user.user_id ? t('yours') : whoOf(apiKey.user_id)}</span>
          </span>
        }
        actions={<Actions apiKey={apiKey} />}
      />
      <KeyStrip apiKey={apiKey} />
      <Tabs
        name={t('key_tabs.name')}
        tabs={[
          { value: 'usage', label: t('key_tabs.usage'), panel: () => <UsageTab key_id={apiKey.key_id} /> },
          { value: 'logs', label: t('key_tabs.logs'), panel: () => <LogsTab key_id={apiKey.key_id} /> },
          {
            value: 'least-privilege',
            label: t('key_tabs.least_privilege'),
            panel: () => <LeastPrivilegeTab apiKey={apiKey} onIssued={setIssued} />,
          },
          ...(hasStats
            ? [{ value: 'scopes' as const, label: t('key_tabs.scopes'), panel: () => <ScopesTab apiKey={apiKey} /> }]
            : []),
        ]}
      />
      {dialog.isOpen('renew') ? <RenewDialog apiKey={apiKey} onClose={dialog.close} /> : null}
      {dialog.isOpen('revoke') ? <RevokeDialog apiKey={apiKey} onClose={dialog.close} /> : null}
      {issued ? (
        <SecretDialog
          issued={issued}
          onDone={() => {
            setIssued(null);
            router.push(`${LIST}/${issued.key_id}`);
          }}
        />
      ) : null}
    </>
  );
}
