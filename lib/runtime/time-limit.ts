import { firstAborted } from './first-aborted';

/**
 * Aborts after so many milliseconds with a TimeoutError, or with the first of the others, which it listens to for so long. In
 * place of `AbortSignal.timeout`: Node may collect its timer, and what hangs is then never ended (nodejs/node#57736).
 */
export function timeLimit(ms: number, ...others: (AbortSignal | undefined)[]): AbortSignal {
  const limit = new AbortController();
  const late = () => limit.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  setTimeout(late, ms).unref();
  return firstAborted(limit.signal, ...others).signal;
}
