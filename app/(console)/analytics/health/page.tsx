import { HealthScreen } from '@/components/analytics/health/health-screen';

export default function HealthPage() {
  return <HealthScreen />;
}
