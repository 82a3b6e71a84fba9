'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useInvalidate } from '@/components/form/use-invalidate';
import { Can } from '@/components/layout/account/can';
import { Button } from '@/components/ui/controls/button';
import { notify } from '@/components/ui/overlays/toast';
import { call } from '@/lib/api/client';
import { approvals } from '@/lib/guard/approvals/contract';
import { type Domain, domains } from '@/lib/guard/domains/contract';

/** Asks support to look at a rejected domain again. */
export function ReapplyButton({ domain_id, domain }: Pick<Domain, 'domain_id' | 'domain'>) {
  const t = useTranslations('guard.onboarding.rejection');
  const invalidate = useInvalidate();
  const reapply = useMutation({
    mutationFn: () => call(approvals.reapply, { params: { id: domain_id } }),
    onSuccess: () => notify({ kind: 'done', title: t('reapplied', { domain }) }),
    onError: (error) => notify({ kind: 'failed', title: t('not_reapplied', { domain }), error }),
    // Also after a failure: perhaps somebody else was faster.
    onSettled: () => invalidate(domains.edit),
  });
  return (
    <Can permission="guard.domain.edit">
      <Button size="small" pending={reapply.isPending} onClick={() => reapply.mutate()} className="self-start">
        {t('reapply')}
      </Button>
    </Can>
  );
}
