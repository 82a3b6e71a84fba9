import { NewRuleScreen } from '@/components/analytics/alert-rules/new-rule-screen';

export default function NewAlertRulePage() {
  return <NewRuleScreen />;
}
