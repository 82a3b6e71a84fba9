'use client';

import { useTranslations } from 'next-intl';
import { ObjectTabs } from '@/components/layout/page/object-tabs';
import type { DomainDetail } from '@/lib/guard/domains/contract';

/** Everything that belongs to a domain, part by part; the open part is in the URL. */
export function DomainTabs({ domain }: { domain: DomainDetail }) {
  const t = useTranslations('guard.domains.tabs');
  return <ObjectTabs of="domain" object={domain} name={t('name')} />;
}
