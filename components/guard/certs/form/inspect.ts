import { ApiError } from '@/lib/api/client';
import type { CertFacts } from '@/lib/guard/certs/contract';
import { refusalOn } from './refusal';

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

export const NOTHING: Inspection = { state: 'idle', refusals: {}, isPair: false };

export type Answer = Pick<Inspection, 'cert' | 'sign_cert'> & { fits_stored_key?: boolean };
export type InspectionInput = { cert: string; key?: string; sign_cert?: string; sign_key?: string; replaces?: number };
type Ask = (body: InspectionInput) => Promise<Answer>;

/** The facts, and what is wrong; beside a wrong key the certificate is read on its own, which may be wrong as well. */
export async function inspect(
  input: InspectionInput,
  ask: Ask,
  errorText: (error: unknown) => string,
): Promise<Inspection> {
  try {
    const { fits_stored_key: fitsStored, ...facts } = await ask(input);
    return { state: 'read', ...facts, refusals: {}, isPair: input.key !== undefined, fitsStored };
  } catch (error) {
    const name = refusalOn(error);
    if (!(error instanceof ApiError) || name === undefined) return { ...NOTHING, state: 'failed' };
    const refusals = { [name]: errorText(error) };
    if (name === 'cert') return { state: 'refused', refusals, isPair: false };
    return { state: 'refused', isPair: false, ...(await beside(refusals, input, ask, errorText)) };
  }
}

/** What there is to say about the certificate where something else was refused. */
async function beside(
  refusals: Inspection['refusals'],
  { cert, replaces }: InspectionInput,
  ask: Ask,
  errorText: (error: unknown) => string,
): Promise<Pick<Inspection, 'cert' | 'sign_cert' | 'refusals'>> {
  try {
    const facts = await ask({ cert, replaces });
    return { cert: facts.cert, sign_cert: facts.sign_cert, refusals };
  } catch (error) {
    const isCert = refusalOn(error) === 'cert';
    return { refusals: isCert ? { ...refusals, cert: errorText(error) } : refusals };
  }
}
