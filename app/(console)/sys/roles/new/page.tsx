import { NewRoleScreen } from '@/components/sys/roles/new-role-screen';

export default function NewRolePage() {
  return <NewRoleScreen />;
}
