'use client';

import dynamic from 'next/dynamic';
import { whenOnline } from '@/components/ui/states/when-online';
import type { ObjectTab } from '@/components/ui/tabs/object-tab';
import type { DomainDetail } from '@/lib/guard/domains/contract';
import { useReleases } from './use-releases';

const ReleasesTab = dynamic(whenOnline(() => import('./releases-tab').then((m) => m.ReleasesTab)));

const DomainArrival = dynamic(
  whenOnline(() => import('@/components/guard/arrivals/arrival').then((m) => m.DomainArrival)),
);

const NodeFilesPanel = dynamic(
  whenOnline(() => import('@/components/guard/rendered/node-files-panel').then((m) => m.NodeFilesPanel)),
);

export const releases: ObjectTab<DomainDetail> = {
  of: 'domain',
  value: 'releases',
  order: 70,
  label: 'guard.domains.tabs.releases',
  params: ['files'],
  panel: (domain) => (
    <>
      <DomainArrival domain_id={domain.domain_id} />
      <div className="flex flex-col gap-3">
        <ReleasesTab domain_id={domain.domain_id} />
        <NodeFilesPanel domain={domain} />
      </div>
    </>
  ),
  Count: function ReleaseCount({ object }) {
    return useReleases(object.domain_id).total;
  },
};
