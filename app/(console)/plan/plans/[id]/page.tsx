import { PlanScreen } from '@/components/plan/plans/plan-screen';

export default async function PlanPage({ params }: { params: Promise<{ id: string }> }) {
  return <PlanScreen id={(await params).id} />;
}
