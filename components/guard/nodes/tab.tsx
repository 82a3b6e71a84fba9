'use client';

import dynamic from 'next/dynamic';
import { whenOnline } from '@/components/ui/states/when-online';
import type { ObjectTab } from '@/components/ui/tabs/object-tab';
import type { DomainDetail } from '@/lib/guard/domains/contract';

const NodesTab = dynamic(whenOnline(() => import('./nodes-tab').then((m) => m.NodesTab)));

export const nodes: ObjectTab<DomainDetail> = {
  of: 'domain',
  value: 'nodes',
  order: 20,
  label: 'guard.domains.tabs.nodes',
  panel: (domain) => <NodesTab domain={domain} />,
  Count: ({ object }) => object.nodes.length,
};
