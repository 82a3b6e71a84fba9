import { AppError } from '@/lib/api/errors';

/** What a thread answers: an error of the caller's does not survive the way as an instance of its class. */
export type Outcome<T> = { value: T } | { refused: { errKey: string; details: AppError['details'] } };

/** Does work in a thread; what it refuses becomes an answer. */
export async function outcomeOf<T>(work: () => T | Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await work() };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { refused: { errKey: error.errKey, details: error.details } };
  }
}

/** What the work answered. Throws the AppError it was refused with. */
export function unwrap<T>(outcome: Outcome<T>): T {
  if ('value' in outcome) return outcome.value;
  throw new AppError(outcome.refused.errKey, outcome.refused.details);
}
