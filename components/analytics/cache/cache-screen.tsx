import { layout } from '@/lib/analytics/charts/pages/cache/layout';
import { DashboardScreen } from '../dashboard/dashboard-screen';

export function CacheScreen() {
  return <DashboardScreen page="cache" namespace="analytics.cache" layout={layout} />;
}
