import { DomainsScreen } from '@/components/guard/domains/domains-screen';

export default function DomainsPage() {
  return <DomainsScreen />;
}
