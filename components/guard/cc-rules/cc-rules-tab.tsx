'use client';

import { RulesTab } from '@/components/guard/rules/rules-tab';
import { CC } from './spec';

/** The CC rules of a policy. */
export const CcRulesTab = ({ policy_id }: { policy_id: string }) => <RulesTab spec={CC} policy_id={policy_id} />;
