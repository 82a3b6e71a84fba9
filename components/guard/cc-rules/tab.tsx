'use client';

import dynamic from 'next/dynamic';
import { RULE_PARAMS } from '@/components/guard/rules/use-open-rule';
import { whenOnline } from '@/components/ui/states/when-online';
import type { ObjectTab } from '@/components/ui/tabs/object-tab';
import type { Policy } from '@/lib/guard/policies/contract';

const CcRulesTab = dynamic(whenOnline(() => import('./cc-rules-tab').then((m) => m.CcRulesTab)));

export const ccRules: ObjectTab<Policy> = {
  of: 'policy',
  value: 'cc',
  order: 20,
  label: 'guard.rules.cc.title',
  params: RULE_PARAMS,
  panel: ({ policy_id }) => <CcRulesTab policy_id={policy_id} />,
  Count: ({ object }) => object.cc_rule_count,
};
