'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useSession } from '@/components/layout/account/session';
import { tabsAt } from '@/components/layout/navigation/nav-items';
import { TabLinks } from '@/components/ui/tabs/tab-links';

/** The other pages of charts, with the same range, domain and filters. */
export function DashboardTabs() {
  const t = useTranslations();
  const session = useSession();
  const pathname = usePathname();
  const query = useSearchParams().toString();
  const tabs = tabsAt(session, pathname);
  if (tabs.length === 0) return null;
  const links = tabs.map(({ href, label }) => ({
    href: query ? `${href}?${query}` : href,
    label: t(label),
    isActive: href === pathname,
  }));
  return <TabLinks name={t('analytics.dashboard.pages')} links={links} />;
}
