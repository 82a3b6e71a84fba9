import { OpsScreen } from '@/components/analytics/ops/ops-screen';

export default function OpsPage() {
  return <OpsScreen />;
}
