import { AlertScreen } from '@/components/analytics/alert/alert-screen';

export default function AlertPage() {
  return <AlertScreen />;
}
