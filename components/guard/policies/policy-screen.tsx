'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Arrival } from '@/components/guard/arrivals/arrival';
import { Can } from '@/components/layout/account/can';
import { Detail } from '@/components/layout/page/detail';
import { ObjectTabs } from '@/components/layout/page/object-tabs';
import { useDialogParam } from '@/components/layout/page/use-dialog-param';
import { PageHeader } from '@/components/ui/content/page-header';
import { Tag } from '@/components/ui/content/tag';
import { Button } from '@/components/ui/controls/button';
import { type Policy, policies } from '@/lib/guard/policies/contract';
import { DeletePolicyDialog } from './delete-policy-dialog';
import { PolicyDialog } from './policy-dialog';
import { UsedBy } from './used-by';

const LIST = '/guard/policies';

/** The page of one policy. */
export function PolicyScreen({ id }: { id: string }) {
  return (
    <Detail endpoint={policies.view} id={id} back={LIST}>
      {(policy) => <Loaded policy={policy} />}
    </Detail>
  );
}

function Loaded({ policy }: { policy: Policy }) {
  const t = useTranslations('guard.policies');
  const router = useRouter();
  const dialog = useDialogParam();
  return (
    <>
      <PageHeader
        title={policy.name}
        beside={policy.is_default ? <Tag>{t('default')}</Tag> : undefined}
        description={
          <>
            {policy.comment ? <p>{policy.comment}</p> : null}
            <p>
              <UsedBy policy_id={policy.policy_id} />
            </p>
          </>
        }
        actions={
          <>
            <Can permission="guard.policy.edit">
              <Button onClick={() => dialog.open('edit')}>{t('edit')}</Button>
            </Can>
            <Can permission="guard.policy.create">
              <Button onClick={() => dialog.open('copy')}>{t('duplicate')}</Button>
            </Can>
            <Can permission="guard.policy.delete">
              <Button variant="danger-soft" onClick={() => dialog.open('delete')}>
                {t('delete')}
              </Button>
            </Can>
          </>
        }
      />
      <Arrival of="policy" id={policy.policy_id} policy_id={policy.policy_id} />
      <ObjectTabs of="policy" object={policy} name={t('tabs.name')} />
      {dialog.isOpen('edit') ? <PolicyDialog policy={policy} onClose={dialog.close} /> : null}
      {dialog.isOpen('copy') ? (
        <PolicyDialog
          from={policy}
          onClose={dialog.close}
          onSaved={({ policy_id }) => router.push(`${LIST}/${policy_id}`)}
        />
      ) : null}
      {dialog.isOpen('delete') ? (
        <DeletePolicyDialog policy={policy} onClose={dialog.close} onDeleted={() => router.push(LIST)} />
      ) : null}
    </>
  );
}
