import { ImportScreen } from '@/components/guard/bwlist/import/import-screen';

export default async function ImportPage({ params }: { params: Promise<{ id: string }> }) {
  return <ImportScreen id={(await params).id} />;
}
