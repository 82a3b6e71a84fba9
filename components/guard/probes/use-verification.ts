'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { notify } from '@/components/ui/overlays/toast';
import { verificationQuery } from './verification';

/** The last verification of a domain, kept until the browser tab closes, and how to ask for another. */
export function useVerification(domain_id: string) {
  const t = useTranslations('guard.probes');
  const { data: last = null, isFetching, refetch } = useQuery({ ...verificationQuery(domain_id), enabled: false });
  const verify = async () => {
    const { error } = await refetch();
    if (error) notify({ kind: 'failed', title: t('verify_failed'), error });
  };
  return { last, verify, isPending: isFetching };
}
