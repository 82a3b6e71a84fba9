import { RuleScreen } from '@/components/analytics/alert-rules/rule-screen';

export default async function AlertRulePage({ params }: { params: Promise<{ id: string }> }) {
  return <RuleScreen id={(await params).id} />;
}
