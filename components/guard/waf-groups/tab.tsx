'use client';

import dynamic from 'next/dynamic';
import { whenOnline } from '@/components/ui/states/when-online';
import type { ObjectTab } from '@/components/ui/tabs/object-tab';
import type { Policy } from '@/lib/guard/policies/contract';
import { useGroups } from './use-groups';

const GroupsTab = dynamic(whenOnline(() => import('./groups-tab').then((m) => m.GroupsTab)));

export const wafGroups: ObjectTab<Policy> = {
  of: 'policy',
  value: 'waf',
  order: 10,
  label: 'guard.policies.tabs.waf',
  panel: ({ policy_id }) => <GroupsTab policy_id={policy_id} />,
  Count: function GroupCount({ object }) {
    return useGroups(object.policy_id).parts?.length;
  },
};
