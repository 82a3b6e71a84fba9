'use client';

import dynamic from 'next/dynamic';
import { whenOnline } from '@/components/ui/states/when-online';
import type { ObjectTab } from '@/components/ui/tabs/object-tab';
import type { Policy } from '@/lib/guard/policies/contract';
import { PolicySummary } from './policy-summary';
import { usePolicyContents } from './use-policy-contents';

const PolicyHistory = dynamic(whenOnline(() => import('./policy-history').then((m) => m.PolicyHistory)));
const PolicyDomains = dynamic(whenOnline(() => import('./policy-domains').then((m) => m.PolicyDomains)));

// What most visits need comes with the page.
export const summary: ObjectTab<Policy> = {
  of: 'policy',
  value: 'summary',
  order: 0,
  label: 'guard.policies.tabs.summary',
  panel: (policy) => <PolicySummary policy={policy} />,
};

export const policyDomains: ObjectTab<Policy> = {
  of: 'policy',
  value: 'domains',
  order: 80,
  label: 'guard.policies.tabs.domains',
  panel: ({ policy_id }) => <PolicyDomains policy_id={policy_id} />,
  Count: function DomainCount({ object }) {
    return usePolicyContents(object.policy_id).data?.domain_count;
  },
};

export const history: ObjectTab<Policy> = {
  of: 'policy',
  value: 'history',
  order: 90,
  label: 'guard.policies.tabs.history',
  permission: 'sys.audit.view',
  panel: ({ policy_id }) => <PolicyHistory policy_id={policy_id} />,
};
