import { PermissionsScreen } from '@/components/sys/roles/permissions-screen';

export default function PermissionsPage() {
  return <PermissionsScreen />;
}
