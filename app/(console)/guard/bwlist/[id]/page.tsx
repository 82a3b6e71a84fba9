import { SetScreen } from '@/components/guard/bwlist/detail/set-screen';

export default async function IpListPage({ params }: { params: Promise<{ id: string }> }) {
  return <SetScreen id={(await params).id} />;
}
