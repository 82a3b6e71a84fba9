'use client';

import dynamic from 'next/dynamic';
import type { ObjectTab } from '@/components/ui/object-tab';
import { whenOnline } from '@/components/ui/when-online';
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
