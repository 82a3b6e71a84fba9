import { redirect } from 'next/navigation';
import { pageSession } from '@/app/page-session';
import { PasswordScreen } from '@/components/auth/password-screen';
import { version } from '@/package.json';

export default async function PasswordPage() {
  const session = await pageSession();
  if (!session) redirect('/login');
  const { user_id, user_name } = session.user;
  return (
    <PasswordScreen user_id={user_id} user_name={user_name} forced={session.need_change_password} version={version} />
  );
}
