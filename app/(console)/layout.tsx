import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { pagePath, pageSession } from '@/app/page-session';
import { packSession } from '@/components/layout/account/packed-session';
import { loginUrl } from '@/components/layout/navigation/next-path';
import { Shell } from '@/components/layout/shell/shell';

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const session = await pageSession();
  if (!session) redirect(loginUrl(await pagePath()));
  if (session.need_change_password) redirect('/password');
  return <Shell session={packSession(session)}>{children}</Shell>;
}
