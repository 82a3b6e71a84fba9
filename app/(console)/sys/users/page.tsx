import { UsersScreen } from '@/components/sys/users/list/users-screen';

export default function UsersPage() {
  return <UsersScreen />;
}
