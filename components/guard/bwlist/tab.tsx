'use client';

import dynamic from 'next/dynamic';
import type { ObjectTab } from '@/components/ui/object-tab';
import { whenOnline } from '@/components/ui/when-online';
import type { Policy } from '@/lib/guard/policies/contract';
import { usePolicyLists } from './bound/use-policy-lists';

const ListsTab = dynamic(whenOnline(() => import('./bound/lists-tab').then((m) => m.ListsTab)));

export const lists: ObjectTab<Policy> = {
  of: 'policy',
  value: 'lists',
  order: 40,
  label: 'guard.bwlist.tab',
  panel: (policy) => <ListsTab policy={policy} />,
  Count: function ListCount({ object }) {
    return usePolicyLists(object.policy_id).lists?.length;
  },
};
