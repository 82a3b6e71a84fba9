'use client';

import { createContext, type ReactNode, useContext } from 'react';
import type { ConsoleSession } from '@/lib/auth/session/contract';

const SessionContext = createContext<{ session: ConsoleSession; granted: ReadonlySet<string> } | null>(null);

export function SessionProvider({ session, children }: { session: ConsoleSession; children: ReactNode }) {
  return <SessionContext value={{ session, granted: new Set(session.permissions) }}>{children}</SessionContext>;
}

function useSessionContext() {
  const value = useContext(SessionContext);
  if (!value) throw new Error('used outside the console shell');
  return value;
}

/** Who is signed in, where, and with which permissions. */
export function useSession(): ConsoleSession {
  return useSessionContext().session;
}

/** Whether the caller has a permission. `session` is what everybody signed in has. The server decides again. */
export function usePermission(): (permission: string) => boolean {
  const { granted } = useSessionContext();
  return (permission) => permission === 'session' || granted.has(permission);
}
