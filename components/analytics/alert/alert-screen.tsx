import { layout } from '@/lib/analytics/charts/pages/alert/layout';
import { DashboardScreen } from '../dashboard/dashboard-screen';

export function AlertScreen() {
  return <DashboardScreen page="alert" namespace="analytics.alert" layout={layout} />;
}
