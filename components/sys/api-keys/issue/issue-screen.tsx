'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { usePermission } from '@/components/layout/account/session';
import { PageHeader } from '@/components/ui/content/page-header';
import { Panel } from '@/components/ui/content/panel';
import { NoPermission } from '@/components/ui/states/empty-state';
import type { NewKey } from '../secret/new-key';
import { SecretDialog } from '../secret/secret-dialog';
import { IssueForm } from './issue-form';

const PERMISSION = 'sys.apikey.create';

/** Issuing a key: the form, then its secret, once. */
export function IssueScreen() {
  const t = useTranslations('sys.api-keys');
  const router = useRouter();
  const [issued, setIssued] = useState<NewKey | null>(null);
  const isAllowed = usePermission()(PERMISSION);
  return (
    <>
      <PageHeader title={t('issue')} description={isAllowed ? t('issue_text') : undefined} />
      {isAllowed ? (
        <IssueForm
          onIssued={(key, { scopes = [], allowed_ip_cidrs = [] }) => setIssued({ ...key, scopes, allowed_ip_cidrs })}
        />
      ) : (
        <Panel padded={false}>
          <NoPermission permission={PERMISSION} />
        </Panel>
      )}
      {issued ? (
        <SecretDialog
          issued={issued}
          onDone={() => {
            setIssued(null);
            router.replace(`/sys/api-keys/${issued.key_id}`);
          }}
        />
      ) : null}
    </>
  );
}
