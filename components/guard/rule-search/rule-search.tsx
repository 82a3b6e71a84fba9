'use client';

import { useTranslations } from 'next-intl';
import { useCallback, useEffect, useState } from 'react';
import { TableSkeleton } from '@/components/data-table/rows/table-body';
import { useLatePart } from '@/components/layout/preferences/late-part';
import { PageHeader } from '@/components/ui/content/page-header';
import { Panel } from '@/components/ui/content/panel';
import { ErrorState } from '@/components/ui/states/error-state';

const load = () => import('./rule-search-screen');

/** The search over all rules, which comes with its code and the words of rules, so that no other list carries them. */
export function RuleSearch() {
  const t = useTranslations('guard.policies');
  const { part, show } = useLatePart(load);
  const [error, setError] = useState<unknown>(null);
  const open = useCallback(() => void show().then(() => setError(null), setError), [show]);
  useEffect(open, [open]);
  if (part) return <part.RuleSearchScreen />;
  return (
    <>
      <PageHeader title={t('all_rules')} />
      <Panel padded={false}>
        {error ? <ErrorState name={t('all_rules')} error={error} onRetry={open} /> : <TableSkeleton columns={7} />}
      </Panel>
    </>
  );
}
