'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Can } from '@/components/layout/account/can';
import { Detail } from '@/components/layout/page/detail';
import { useDialogParam } from '@/components/layout/page/use-dialog-param';
import { Button } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { Tabs } from '@/components/ui/tabs';
import { Tag } from '@/components/ui/tag';
import { type Policy, policies } from '@/lib/guard/policies/contract';
import { DeletePolicyDialog } from './delete-policy-dialog';
import { PolicyDialog } from './policy-dialog';
import { PolicyDomains } from './policy-domains';
import { PolicySummary } from './policy-summary';
import { usePolicyDomains } from './use-policy-domains';

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
  const used = usePolicyDomains(policy.policy_id);
  return (
    <>
      <PageHeader
        title={policy.name}
        beside={policy.is_default ? <Tag>{t('default')}</Tag> : undefined}
        description={policy.comment}
        actions={
          <>
            <Can permission="guard.policy.edit">
              <Button onClick={() => dialog.open('edit')}>{t('edit')}</Button>
            </Can>
            <Can permission="guard.policy.delete">
              <Button variant="danger-soft" onClick={() => dialog.open('delete')}>
                {t('delete')}
              </Button>
            </Can>
          </>
        }
      />
      <Tabs
        name={t('tabs.name')}
        tabs={[
          { value: 'summary', label: t('tabs.summary'), panel: () => <PolicySummary policy={policy} /> },
          {
            value: 'domains',
            label: t('tabs.domains'),
            count: used.domains?.length,
            panel: () => <PolicyDomains policy_id={policy.policy_id} />,
          },
        ]}
      />
      {dialog.isOpen('edit') ? <PolicyDialog policy={policy} onClose={dialog.close} /> : null}
      {dialog.isOpen('delete') ? (
        <DeletePolicyDialog policy={policy} onClose={dialog.close} onDeleted={() => router.push(LIST)} />
      ) : null}
    </>
  );
}
