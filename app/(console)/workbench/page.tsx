import { WorkbenchScreen } from '@/components/analytics/workbench/workbench-screen';

export default function WorkbenchPage() {
  return <WorkbenchScreen />;
}
