import { IssueScreen } from '@/components/sys/api-keys/issue/issue-screen';

export default function IssueKeyPage() {
  return <IssueScreen />;
}
