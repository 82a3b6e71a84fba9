'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/components/layout/session';
import { IconButton } from '@/components/ui/button';
import { Popover } from '@/components/ui/popover';
import type { Domain } from '@/lib/guard/domains/contract';

const Rejection = dynamic(() => import('@/components/guard/onboarding/rejection').then((m) => m.Rejection), {
  ssr: false,
});

/** Why a domain was rejected, beside its state in the list. */
export function ReasonPopover({ domain }: { domain: Domain }) {
  const t = useTranslations('guard.onboarding.rejection');
  const name = t('show_name', { domain: domain.domain });
  if (!usePermission()('guard.domain.view')) return null;
  return (
    <Popover
      name={name}
      align="start"
      trigger={<IconButton icon="info" size="small" name={name} />}
      className="w-80 p-3.5 whitespace-normal"
    >
      <Rejection domain={domain} />
    </Popover>
  );
}
