import { ProtectScreen } from '@/components/analytics/protect/protect-screen';

export default function ProtectPage() {
  return <ProtectScreen />;
}
