'use client';

import dynamic from 'next/dynamic';
import { whenOnline } from '@/components/ui/states/when-online';
import type { ObjectTab } from '@/components/ui/tabs/object-tab';
import type { DomainDetail } from '@/lib/guard/domains/contract';
import { useRules } from './use-rules';

const RulesTab = dynamic(whenOnline(() => import('./rules-tab').then((m) => m.RulesTab)));

export const bruteForce: ObjectTab<DomainDetail> = {
  of: 'domain',
  value: 'brute-force',
  order: 60,
  label: 'guard.domains.tabs.brute_force',
  panel: ({ domain_id }) => <RulesTab domain_id={domain_id} />,
  Count: function RuleCount({ object }) {
    return useRules(object.domain_id).parts?.length;
  },
};
