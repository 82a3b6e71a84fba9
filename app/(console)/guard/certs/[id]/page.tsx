import { CertScreen } from '@/components/guard/certs/detail/cert-screen';

export default async function CertPage({ params }: { params: Promise<{ id: string }> }) {
  return <CertScreen id={(await params).id} />;
}
