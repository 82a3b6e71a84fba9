import { RolesScreen } from '@/components/sys/roles/roles-screen';

export default function RolesPage() {
  return <RolesScreen />;
}
