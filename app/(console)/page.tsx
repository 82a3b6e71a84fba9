import { redirect } from 'next/navigation';
import { pageSession } from '@/app/page-session';
import { NoPageScreen } from '@/components/layout/faults/no-page-screen';
import { visibleNav } from '@/components/layout/navigation/nav-items';

/** The first page the caller may see. */
export default async function HomePage() {
  const session = await pageSession();
  const first = session && visibleNav(session)[0]?.items[0];
  if (first) redirect(first.href);
  return <NoPageScreen />;
}
