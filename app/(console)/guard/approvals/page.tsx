import { ApprovalsScreen } from '@/components/guard/approvals/approvals-screen';

export default function ApprovalsPage() {
  return <ApprovalsScreen />;
}
