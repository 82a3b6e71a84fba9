import { DomainScreen } from '@/components/guard/domains/detail/domain-screen';

export default async function DomainPage({ params }: { params: Promise<{ id: string }> }) {
  return <DomainScreen id={(await params).id} />;
}
