import { KeyScreen } from '@/components/sys/api-keys/key/key-screen';

export default async function ApiKeyPage({ params }: { params: Promise<{ id: string }> }) {
  return <KeyScreen id={(await params).id} />;
}
