import { layout } from '@/lib/analytics/charts/pages/access/layout';
import { DashboardScreen } from '../dashboard/dashboard-screen';

export function AccessScreen() {
  return <DashboardScreen page="access" namespace="analytics.access" layout={layout} />;
}
