'use client';

import dynamic from 'next/dynamic';
import { whenOnline } from '@/components/ui/states/when-online';
import type { ObjectTab } from '@/components/ui/tabs/object-tab';
import type { DomainDetail } from '@/lib/guard/domains/contract';
import { DomainSummary } from './detail/domain-summary';

const DomainHistory = dynamic(whenOnline(() => import('./detail/domain-history').then((m) => m.DomainHistory)));

// What most visits need comes with the page.
export const summary: ObjectTab<DomainDetail> = {
  of: 'domain',
  value: 'summary',
  order: 0,
  label: 'guard.domains.tabs.summary',
  panel: (domain) => <DomainSummary domain={domain} />,
};

export const history: ObjectTab<DomainDetail> = {
  of: 'domain',
  value: 'history',
  order: 90,
  label: 'guard.domains.tabs.history',
  permission: 'sys.audit.view',
  panel: ({ domain_id }) => <DomainHistory domain_id={domain_id} />,
};
