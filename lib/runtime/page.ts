import { headers } from 'next/headers';
import { currentSession } from '@/lib/api/console';
import type { ConsoleSession } from '@/lib/auth/session/contract';
import { isLoopback } from '@/lib/tenancy/oem';
import { sharedRuntime } from './runtime';

/** Whether somebody on the way could read what is sent to this host. */
export const isInsecure = (host: string, secure: boolean) => !secure && !isLoopback(host);

/**
 * The request and the runtime that answers it, in this order: while pages are built there is no request, so no build
 * opens a store (which would create the administrator and swallow the password).
 */
async function atRequest() {
  const head = await headers();
  return { head, runtime: await sharedRuntime() };
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
