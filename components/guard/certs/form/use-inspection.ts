'use client';

import { useEffect, useState } from 'react';
import { usePermission } from '@/components/layout/account/session';
import { useErrorText } from '@/components/ui/states/error-state';
import { ApiError, call } from '@/lib/api/client';
import { type CertFacts, certs } from '@/lib/guard/certs/contract';
import { refusalOn } from './refusal';

const WAIT_MS = 350;

/** What is in the fields; empty texts count as absent. */
export type Pems = { cert?: string; key?: string; sign_cert?: string; sign_key?: string };
export type PemName = keyof Pems;

export type Inspection = {
  /** `failed`: the server could not be asked. `forbidden`: the caller may not ask it. */
  state: 'idle' | 'looking' | 'read' | 'refused' | 'failed' | 'forbidden';
  cert?: CertFacts;
  sign_cert?: CertFacts;
  /** What is wrong with a field, in the reader's language. */
  refusals: Partial<Record<PemName, string>>;
  /** The keys given were checked against their certificates and belong to them. */
  isPair: boolean;
  /** Of a replacement without a key: whether the stored one belongs to it. */
  fitsStored?: boolean;
};

const NOTHING: Inspection = { state: 'idle', refusals: {}, isPair: false };

type Answer = Pick<Inspection, 'cert' | 'sign_cert'> & { fits_stored_key?: boolean };
type InspectionInput = { cert: string; key?: string; sign_cert?: string; sign_key?: string; replaces?: number };

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

/** The facts, and what is wrong; a wrong key still leaves the certificate readable. */
async function inspect(
  input: InspectionInput,
  ask: (body: InspectionInput) => Promise<Answer>,
  errorText: (error: unknown) => string,
): Promise<Inspection> {
  try {
    const { fits_stored_key: fitsStored, ...facts } = await ask(input);
    return { state: 'read', ...facts, refusals: {}, isPair: input.key !== undefined, fitsStored };
  } catch (error) {
    const name = refusalOn(error, input);
    if (!(error instanceof ApiError) || name === undefined) return { ...NOTHING, state: 'failed' };
    const refusals = { [name]: errorText(error) };
    if (name === 'cert') return { state: 'refused', refusals, isPair: false };
    const { cert, replaces } = input;
    const facts = await ask({ cert, replaces }).catch((): Answer => ({}));
    return { state: 'refused', cert: facts.cert, sign_cert: facts.sign_cert, refusals, isPair: false };
  }
}
