import { UserScreen } from '@/components/sys/users/user/user-screen';

export default async function UserPage({ params }: { params: Promise<{ id: string }> }) {
  return <UserScreen id={(await params).id} />;
}
