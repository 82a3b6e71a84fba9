'use client';

import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useSession } from '@/components/layout/account/session';
import { tabsAt } from '@/components/layout/navigation/nav-items';
import { LinkTabs } from '@/components/ui/tabs/link-tabs';

/** Alerts, the rules that raise them and the channels that they are sent through, as far as the reader may see them. */
export function AlertTabs() {
  const t = useTranslations();
  const tabs = tabsAt(useSession(), usePathname());
  if (tabs.length === 0) return null;
  return (
    <LinkTabs name={t('analytics.alerts.pages')} tabs={tabs.map(({ href, label }) => ({ href, label: t(label) }))} />
  );
}
