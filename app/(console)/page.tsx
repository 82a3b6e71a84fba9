import { redirect } from 'next/navigation';
import { pageSession } from '@/app/page-session';
import { visibleNav } from '@/components/layout/nav';
import { NoPageScreen } from '@/components/layout/no-page-screen';

/** The first page the caller may see. */
export default async function HomePage() {
  const session = await pageSession();
  const first = session && visibleNav(session)[0]?.items[0];
  if (first) redirect(first.href);
  return <NoPageScreen />;
}
