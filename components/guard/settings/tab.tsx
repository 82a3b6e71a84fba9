'use client';

import dynamic from 'next/dynamic';
import type { ObjectTab } from '@/components/ui/object-tab';
import { whenOnline } from '@/components/ui/when-online';
import type { DomainDetail } from '@/lib/guard/domains/contract';

const SettingsTab = dynamic(whenOnline(() => import('./settings-tab').then((m) => m.SettingsTab)));

export const protection: ObjectTab<DomainDetail> = {
  of: 'domain',
  value: 'protection',
  order: 30,
  label: 'guard.domains.tabs.protection',
  panel: (domain) => <SettingsTab domain={domain} />,
};
