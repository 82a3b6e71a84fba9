'use client';

import { RulesTab } from '@/components/guard/rules/rules-tab';
import { ACL } from './spec';

/** The ACL rules of a policy. */
export const AclRulesTab = ({ policy_id }: { policy_id: string }) => <RulesTab spec={ACL} policy_id={policy_id} />;
