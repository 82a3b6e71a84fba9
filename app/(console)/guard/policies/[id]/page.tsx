import { PolicyScreen } from '@/components/guard/policies/policy-screen';

export default async function PolicyPage({ params }: { params: Promise<{ id: string }> }) {
  return <PolicyScreen id={(await params).id} />;
}
