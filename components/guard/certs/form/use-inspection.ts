'use client';

import { useEffect, useState } from 'react';
import { usePermission } from '@/components/layout/account/session';
import { useErrorText } from '@/components/ui/states/use-error-text';
import { call } from '@/lib/api/client';
import { certs } from '@/lib/guard/certs/contract';
import { type Answer, type Inspection, type InspectionInput, inspect, NOTHING, type Pems } from './inspect';

const WAIT_MS = 350;

/** What is worth asking about: a signing pair only once it is whole, since half of one is refused as such. */
function inspectionInput(
  { cert, key, sign_cert, sign_key }: Pems,
  replaces: number | undefined,
): InspectionInput | undefined {
  if (!cert?.trim()) return undefined;
  const pair = sign_cert?.trim() && sign_key?.trim() ? { sign_cert, sign_key } : {};
  return { cert, ...(replaces !== undefined && { replaces }), ...(key?.trim() ? { key, ...pair } : {}) };
}

/** What the caller needs to have a certificate read: what they need to store it. */
export const inspectionNeeds = (replaces: number | undefined) =>
  replaces === undefined ? 'guard.cert.create' : 'guard.cert.edit';

/**
 * Reads what was pasted through the server, a moment after the last change, without storing it anywhere: neither here
 * nor in a cache, for it may hold private keys. `replaces` is the certificate that is to hold it.
 */
export function useInspection({ cert, key, sign_cert, sign_key }: Pems, replaces?: number): Inspection {
  const isAllowed = usePermission()(inspectionNeeds(replaces));
  const errorText = useErrorText();
  const [found, setFound] = useState<Inspection>(NOTHING);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was pasted starts a new inspection
  useEffect(() => {
    const input = inspectionInput({ cert, key, sign_cert, sign_key }, replaces);
    if (!input) return setFound(NOTHING);
    if (!isAllowed) return setFound({ ...NOTHING, state: 'forbidden' });
    const abort = new AbortController();
    const ask = (body: InspectionInput): Promise<Answer> => call(certs.inspect, { body }, abort.signal);
    const timer = setTimeout(async () => {
      setFound((before) => ({ ...before, state: 'looking' }));
      const outcome = await inspect(input, ask, errorText);
      if (!abort.signal.aborted) setFound(outcome);
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [cert, key, sign_cert, sign_key, replaces, isAllowed]);
  return found;
}
