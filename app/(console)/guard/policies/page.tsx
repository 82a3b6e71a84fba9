import { PoliciesScreen } from '@/components/guard/policies/policies-screen';

export default function PoliciesPage() {
  return <PoliciesScreen />;
}
