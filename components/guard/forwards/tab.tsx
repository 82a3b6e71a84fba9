'use client';

import dynamic from 'next/dynamic';
import { whenOnline } from '@/components/ui/states/when-online';
import type { ObjectTab } from '@/components/ui/tabs/object-tab';
import type { DomainDetail } from '@/lib/guard/domains/contract';
import { FORWARDS } from './permissions';
import { useForwards } from './use-forwards';

const ForwardsTab = dynamic(whenOnline(() => import('./forwards-tab').then((m) => m.ForwardsTab)));

export const forwardsTab: ObjectTab<DomainDetail> = {
  of: 'domain',
  value: 'forwards',
  order: 65,
  label: 'guard.domains.tabs.forwards',
  permission: FORWARDS.list,
  panel: (domain) => <ForwardsTab domain={domain} />,
  Count: function ForwardCount({ object }) {
    return useForwards(object.domain_id).parts?.length;
  },
};
