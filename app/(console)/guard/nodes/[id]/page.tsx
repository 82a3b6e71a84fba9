import { NodeScreen } from '@/components/guard/fleet/node-screen';

export default async function NodePage({ params }: { params: Promise<{ id: string }> }) {
  return <NodeScreen id={(await params).id} />;
}
