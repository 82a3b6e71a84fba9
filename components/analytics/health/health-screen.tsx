import { layout } from '@/lib/analytics/charts/pages/health/layout';
import { DashboardScreen } from '../dashboard/dashboard-screen';

export function HealthScreen() {
  return <DashboardScreen page="health" namespace="analytics.health" layout={layout} />;
}
