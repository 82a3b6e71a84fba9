import { OperationsScreen } from '@/components/sys/audit-logs/operations-screen';

export default function OperationsPage() {
  return <OperationsScreen />;
}
