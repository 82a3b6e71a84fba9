import { CertsScreen } from '@/components/guard/certs/certs-screen';

export default function CertsPage() {
  return <CertsScreen />;
}
