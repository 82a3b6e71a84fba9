'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useErrorText } from '@/components/ui/error-state';
import { notify } from '@/components/ui/toast';
import { call } from '@/lib/api/client';
import { probes, Verified } from '@/lib/guard/probes/contract';

const storedAt = (domain_id: string) => `parapet.verified.${domain_id}`;

/** What the last verification in this tab of the browser said; null where there was none. */
function remembered(domain_id: string): Verified | null {
  try {
    return Verified.parse(JSON.parse(sessionStorage.getItem(storedAt(domain_id)) ?? 'null'));
  } catch {
    return null;
  }
}

/** The last verification of a domain, remembered until the browser tab closes, and how to ask for another. */
export function useVerification(domain_id: string) {
  const t = useTranslations('guard.probes');
  const errorText = useErrorText();
  const queries = useQueryClient();
  const [isPending, setPending] = useState(false);
  const queryKey = ['verification', domain_id];
  const { data: last = null } = useQuery({
    queryKey,
    queryFn: () => remembered(domain_id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const verify = async () => {
    setPending(true);
    try {
      const verified = await call(probes.verify, { params: { id: domain_id } });
      sessionStorage.setItem(storedAt(domain_id), JSON.stringify(verified));
      queries.setQueryData(queryKey, verified);
    } catch (error) {
      notify({ kind: 'failed', title: t('verify_failed'), description: errorText(error) });
    } finally {
      setPending(false);
    }
  };
  return { last, verify, isPending };
}
