import { ReplaceScreen } from '@/components/guard/certs/form/replace-screen';

export default async function ReplaceCertPage({ params }: { params: Promise<{ id: string }> }) {
  return <ReplaceScreen id={(await params).id} />;
}
