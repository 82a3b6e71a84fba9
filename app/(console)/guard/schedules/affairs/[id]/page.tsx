import { AffairScreen } from '@/components/guard/schedules/affair-screen';

export default async function AffairPage({ params }: { params: Promise<{ id: string }> }) {
  return <AffairScreen id={(await params).id} />;
}
