import { EditRoleScreen } from '@/components/sys/roles/edit-role-screen';

export default async function EditRolePage({ params }: { params: Promise<{ id: string }> }) {
  return <EditRoleScreen id={(await params).id} />;
}
