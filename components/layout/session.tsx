'use client';

import { createContext, type ReactNode, useContext } from 'react';

/** What `GET /console/session` answers. */
export type SessionData = {
  user: { user_id: string; user_name: string; nick_name: string; role_ids: readonly number[] };
  oem: { oem_id: string; name: string };
  /** Exact keys, wildcards already expanded. */
  permissions: readonly string[];
  is_platform: boolean;
  need_change_password: boolean;
  insecure_transport: boolean;
};

const SessionContext = createContext<{ session: SessionData; granted: ReadonlySet<string> } | null>(null);

export function SessionProvider({ session, children }: { session: SessionData; children: ReactNode }) {
  return <SessionContext value={{ session, granted: new Set(session.permissions) }}>{children}</SessionContext>;
}

function useSessionContext() {
  const value = useContext(SessionContext);
  if (!value) throw new Error('used outside the console shell');
  return value;
}

/** Who is signed in, where, and with which permissions. */
export function useSession(): SessionData {
  return useSessionContext().session;
}

/** Whether the caller has a permission. `session` is what everybody signed in has. The server decides again. */
export function usePermission(): (permission: string) => boolean {
  const { granted } = useSessionContext();
  return (permission) => permission === 'session' || granted.has(permission);
}
