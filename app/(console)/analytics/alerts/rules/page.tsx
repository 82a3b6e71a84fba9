import { RulesScreen } from '@/components/analytics/alert-rules/rules-screen';

export default function AlertRulesPage() {
  return <RulesScreen />;
}
