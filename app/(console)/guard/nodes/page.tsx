import { NodesScreen } from '@/components/guard/fleet/nodes-screen';

export default function NodesPage() {
  return <NodesScreen />;
}
