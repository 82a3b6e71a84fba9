'use client';

import dynamic from 'next/dynamic';
import { whenOnline } from '@/components/ui/states/when-online';
import type { ObjectTab } from '@/components/ui/tabs/object-tab';
import type { DomainDetail } from '@/lib/guard/domains/contract';

const DnsTab = dynamic(whenOnline(() => import('./dns-tab').then((m) => m.DnsTab)));

export const dns: ObjectTab<DomainDetail> = {
  of: 'domain',
  value: 'dns',
  order: 50,
  label: 'guard.domains.tabs.dns',
  panel: (domain) => <DnsTab domain={domain} />,
};
