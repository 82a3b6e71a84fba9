import { pageSession } from '@/app/page-session';
import { packSession } from '@/components/layout/account/packed-session';
import { NotFoundPage } from '@/components/layout/faults/not-found-page';

/** Within the console for who is signed in to it, so that the way on is where it always is. */
export default async function NotFound() {
  const session = await pageSession();
  return <NotFoundPage session={session && !session.need_change_password ? packSession(session) : null} />;
}
