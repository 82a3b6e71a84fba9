import { headers } from 'next/headers';
import { currentSession } from '@/lib/auth/session/console-session';
import type { ConsoleSession } from '@/lib/auth/session/contract';
import { Behalf } from '@/lib/queues/behalf';
import { findDefault } from '@/lib/sys/views/repository';
import { addressOf, type ViewList } from '@/lib/sys/views/vocabulary';
import { sharedRuntime } from './runtime';
import { viewOf } from './view';

export { isInsecure } from '@/lib/tenancy/oem';

/**
 * The request and the runtime that answers it, in this order: while pages are built there is no request, so no build
 * opens a store (which would create the administrator and swallow the password).
 */
async function atRequest() {
  const head = await headers();
  const runtime = await sharedRuntime();
  // Written by the front server alone, as are all that it asks the page for.
  const owner = { oem_id: '', account: '', address: head.get('x-parapet-sender') ?? '' };
  return { head, runtime: viewOf(runtime, { store: runtime.store.on(new Behalf(() => owner)) }) };
}

/** The session of the page being rendered; undefined when nobody is signed in. */
export async function pageSession(): Promise<ConsoleSession | undefined> {
  const { head, runtime } = await atRequest();
  return currentSession(runtime, {
    cookies: head.get('cookie') ?? undefined,
    host: head.get('host') ?? '',
    // Written by the front server alone, which drops what a client sends.
    secure: head.get('x-forwarded-proto') === 'https',
  });
}

/** The brand whose host the page was asked at. */
export async function pageOem(): Promise<{ oem_id: string; name: string }> {
  const { head, runtime } = await atRequest();
  return runtime.oemOf(head.get('host') ?? '');
}

/** Where the default view of a list is, for whoever asks for the page; undefined where they have none. */
export async function defaultViewAddress(list: ViewList): Promise<string | undefined> {
  const session = await pageSession();
  if (!session) return undefined;
  const { runtime } = await atRequest();
  const view = await findDefault(runtime.store.read, session.user.user_id, list);
  return view && addressOf(list, view);
}
