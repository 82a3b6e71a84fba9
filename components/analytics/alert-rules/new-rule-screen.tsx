'use client';

import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/components/layout/account/session';
import { PageHeader } from '@/components/ui/content/page-header';
import { Panel } from '@/components/ui/content/panel';
import { NoPermission } from '@/components/ui/states/empty-state';
import { Skeleton } from '@/components/ui/states/skeleton';
import { whenOnline } from '@/components/ui/states/when-online';

// The page of a form need not say all of its controls before they can be used.
const RuleForm = dynamic(
  whenOnline(() => import('./rule-form').then((m) => m.RuleForm)),
  {
    ssr: false,
    loading: () => (
      <Panel>
        <Skeleton lines={12} />
      </Panel>
    ),
  },
);

const LIST = '/analytics/alerts/rules';
const CREATE = 'analytics.alertrule.create';

/** Making a rule. */
export function NewRuleScreen() {
  const t = useTranslations('analytics.alert-rules');
  const router = useRouter();
  const isAllowed = usePermission()(CREATE);
  return (
    <>
      <PageHeader title={t('create')} description={t('create_text')} />
      {isAllowed ? (
        <RuleForm onSaved={() => router.push(LIST)} onCancel={() => router.push(LIST)} />
      ) : (
        <Panel padded={false}>
          <NoPermission permission={CREATE} />
        </Panel>
      )}
    </>
  );
}
