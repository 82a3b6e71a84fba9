import { OverviewScreen } from '@/components/analytics/overview/overview-screen';

export default function OverviewPage() {
  return <OverviewScreen />;
}
