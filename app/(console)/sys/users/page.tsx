import { UsersScreen } from '@/components/sys/users/users-screen';

export default function UsersPage() {
  return <UsersScreen />;
}
