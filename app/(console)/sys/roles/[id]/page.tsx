import { RoleScreen } from '@/components/sys/roles/role-screen';

export default async function RolePage({ params }: { params: Promise<{ id: string }> }) {
  return <RoleScreen id={(await params).id} />;
}
