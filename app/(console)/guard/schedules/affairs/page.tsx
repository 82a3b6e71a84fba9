import { AffairsScreen } from '@/components/guard/schedules/affairs-screen';

export default function AffairsPage() {
  return <AffairsScreen />;
}
