import { AlertsScreen } from '@/components/analytics/alerts/alerts-screen';

export default function AlertsPage() {
  return <AlertsScreen />;
}
