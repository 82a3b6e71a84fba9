import { ApiError } from '@/lib/api/client';
import type { CreateResult, NewDomains } from './new-domains';

/** What became of the domains that a form added, and the form as it was sent. */
export type Outcome = { results: CreateResult[]; values: NewDomains };

const KEY = 'parapet.added';

/** Keeps an outcome for this tab, so that a reload shows it again. */
export function keepOutcome(outcome: Outcome): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(outcome));
  } catch {
    // A full or forbidden store only means that a reload begins anew.
  }
}

/** The outcome of this tab; null where there is none, or it cannot be read. */
export function keptOutcome(): Outcome | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Outcome | null;
    return kept && { ...kept, results: kept.results.map((result) => ({ ...result, error: asError(result.error) })) };
  } catch {
    return null;
  }
}

/** A refusal as it was thrown: JSON keeps its fields, not its class. */
function asError(error: unknown): unknown {
  if (typeof error !== 'object' || error === null || !('envelope' in error)) return error;
  const { status, envelope, requestId } = error as Pick<ApiError, 'status' | 'envelope' | 'requestId'>;
  return new ApiError(status, envelope, requestId, 0);
}
