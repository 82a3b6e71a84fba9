import { KeysScreen } from '@/components/sys/api-keys/keys-screen';

export default function ApiKeysPage() {
  return <KeysScreen />;
}
