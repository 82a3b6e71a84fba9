import { layout } from '@/lib/analytics/charts/pages/bot/layout';
import { DashboardScreen } from '../dashboard/dashboard-screen';

export function BotScreen() {
  return <DashboardScreen page="bot" namespace="analytics.bot" layout={layout} />;
}
