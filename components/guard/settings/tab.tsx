'use client';

import dynamic from 'next/dynamic';
import { whenOnline } from '@/components/ui/states/when-online';
import type { ObjectTab } from '@/components/ui/tabs/object-tab';
import type { DomainDetail } from '@/lib/guard/domains/contract';

const SettingsTab = dynamic(whenOnline(() => import('./settings-tab').then((m) => m.SettingsTab)));

export const protection: ObjectTab<DomainDetail> = {
  of: 'domain',
  value: 'protection',
  order: 30,
  label: 'guard.domains.tabs.protection',
  panel: (domain) => <SettingsTab domain={domain} />,
};
