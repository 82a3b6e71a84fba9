import { layout } from '@/lib/analytics/charts/pages/ai/layout';
import { DashboardScreen } from '../dashboard/dashboard-screen';

export function AiScreen() {
  return <DashboardScreen page="ai" namespace="analytics.ai" layout={layout} />;
}
