import { layout } from '@/lib/analytics/charts/pages/closure/layout';
import { DashboardScreen } from '../dashboard/dashboard-screen';

export function ClosureScreen() {
  return <DashboardScreen page="closure" namespace="analytics.closure" layout={layout} />;
}
