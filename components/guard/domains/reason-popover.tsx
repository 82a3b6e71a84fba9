'use client';

import { useTranslations } from 'next-intl';
import { usePermission } from '@/components/layout/account/session';
import { useIsPhone } from '@/components/layout/page/use-media-query';
import { latePart } from '@/components/layout/preferences/late-part';
import { Popover } from '@/components/ui/overlays/popover';
import type { Domain } from '@/lib/guard/domains/contract';

/** Opened far less often than the list is loaded. */
export const Rejection = latePart(() => import('@/components/guard/onboarding/rejection').then((m) => m.Rejection));

/** Why a domain was rejected, beside its state in the list; on a phone the row's sheet says it. */
export function ReasonPopover({ domain }: { domain: Domain }) {
  const t = useTranslations('guard.onboarding.rejection');
  const name = t('show_name', { domain: domain.domain });
  const isPhone = useIsPhone();
  if (!usePermission()('guard.domain.view') || isPhone) return null;
  return (
    <Popover
      name={name}
      align="start"
      trigger={
        <button type="button" className="link text-12" aria-label={name}>
          {t('show')}
        </button>
      }
      className="w-80 p-3.5 whitespace-normal"
    >
      <Rejection domain={domain} />
    </Popover>
  );
}
