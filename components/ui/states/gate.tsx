'use client';

import { createContext, type ReactNode, useContext } from 'react';

const GateContext = createContext<string | null>(null);

/** Disables every control inside and lets each say why. Used by the permission gate; null opens it. */
export function Gate({ reason, children }: { reason: string | null; children: ReactNode }) {
  return <GateContext value={reason}>{children}</GateContext>;
}

/** Why the surrounding gate keeps controls disabled, or null. */
export function useGateReason(): string | null {
  return useContext(GateContext);
}
