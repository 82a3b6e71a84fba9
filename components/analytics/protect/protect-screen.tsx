import { layout } from '@/lib/analytics/charts/pages/protect/layout';
import { DashboardScreen } from '../dashboard/dashboard-screen';

export function ProtectScreen() {
  return <DashboardScreen page="protect" namespace="analytics.protect" layout={layout} />;
}
