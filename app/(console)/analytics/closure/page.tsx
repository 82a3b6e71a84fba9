import { ClosureScreen } from '@/components/analytics/closure/closure-screen';

export default function ClosurePage() {
  return <ClosureScreen />;
}
