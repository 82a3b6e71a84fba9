import { AuditOverviewScreen } from '@/components/sys/audit-logs/overview/overview-screen';

export default function AuditPage() {
  return <AuditOverviewScreen />;
}
