import { AddDomainScreen } from '@/components/guard/domains/new/add-domain-screen';

export default function AddDomainPage() {
  return <AddDomainScreen />;
}
