'use client';

import dynamic from 'next/dynamic';
import { RULE_PARAMS } from '@/components/guard/rules/use-open-rule';
import { whenOnline } from '@/components/ui/states/when-online';
import type { ObjectTab } from '@/components/ui/tabs/object-tab';
import type { Policy } from '@/lib/guard/policies/contract';

const AclRulesTab = dynamic(whenOnline(() => import('./acl-rules-tab').then((m) => m.AclRulesTab)));

export const aclRules: ObjectTab<Policy> = {
  of: 'policy',
  value: 'acl',
  order: 30,
  label: 'guard.rules.acl.title',
  params: RULE_PARAMS,
  panel: ({ policy_id }) => <AclRulesTab policy_id={policy_id} />,
  Count: ({ object }) => object.acl_rule_count,
};
