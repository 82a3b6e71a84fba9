import { AccessScreen } from '@/components/analytics/access/access-screen';

export default function AccessPage() {
  return <AccessScreen />;
}
