'use client';

import { useTranslations } from 'next-intl';
import type { UseFormReturn } from 'react-hook-form';
import { notify } from '@/components/ui/overlays/toast';
import { call } from '@/lib/api/client';
import { type Cert, certs } from '@/lib/guard/certs/contract';
import { covers } from '@/lib/guard/certs/coverage';
import { domainEntries } from './domain-entries';
import type { NewDomains } from './new-domains';

/** Chooses a certificate that was stored from within the form, if it is for every domain named there. */
export function useUploadedCert(form: UseFormReturn<NewDomains>) {
  const t = useTranslations('guard.domains.new');
  return async ({ id, name }: Cert): Promise<void> => {
    const facts = await call(certs.facts, { params: { id: String(id) } }).catch(() => undefined);
    const names = facts?.cert.names ?? [];
    const entered = domainEntries(form.getValues('domains')).flatMap(({ domain }) => domain ?? []);
    const missed = entered.find((domain) => !covers(names, domain));
    if (missed === undefined) form.setValue('cert_ids', [id], { shouldDirty: true });
    else
      notify({
        kind: 'failed',
        title: t('not_covering', { name }),
        description: t('not_covering_text', { domain: missed }),
      });
  };
}
