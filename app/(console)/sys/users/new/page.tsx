import { NewUserScreen } from '@/components/sys/users/new-user-screen';

export default function NewUserPage() {
  return <NewUserScreen />;
}
