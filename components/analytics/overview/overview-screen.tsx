import { layout } from '@/lib/analytics/charts/pages/overview/layout';
import { DashboardScreen } from '../dashboard/dashboard-screen';

export function OverviewScreen() {
  return <DashboardScreen page="overview" namespace="analytics.overview" layout={layout} />;
}
