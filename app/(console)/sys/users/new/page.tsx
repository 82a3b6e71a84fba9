import { NewUserScreen } from '@/components/sys/users/form/new-user-screen';

export default function NewUserPage() {
  return <NewUserScreen />;
}
