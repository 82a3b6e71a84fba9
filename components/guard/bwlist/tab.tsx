'use client';

import dynamic from 'next/dynamic';
import { whenOnline } from '@/components/ui/states/when-online';
import type { ObjectTab } from '@/components/ui/tabs/object-tab';
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
