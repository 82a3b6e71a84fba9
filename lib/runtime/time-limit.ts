import { setMaxListeners } from 'node:events';

/**
 * Aborts after so many milliseconds with a TimeoutError, or with the first of the others. In place of `AbortSignal.timeout`
 * within `AbortSignal.any`: Node may collect that timer, and what hangs is then never ended (nodejs/node#57736).
 */
export function timeLimit(ms: number, ...others: (AbortSignal | undefined)[]): AbortSignal {
  const limit = new AbortController();
  const late = () => limit.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  setTimeout(late, ms).unref();
  const given = others.filter((other) => other !== undefined);
  if (given.length === 0) return limit.signal;
  // Each listens once while it lives; one that outlives many of them is no leak.
  for (const other of given) setMaxListeners(0, other);
  return AbortSignal.any([limit.signal, ...given]);
}
