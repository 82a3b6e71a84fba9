import { setMaxListeners } from 'node:events';

/**
 * Aborted with the first of these, for its reason, until `release`. In place of `AbortSignal.any`, which leaves a reference in
 * each of them for as long as that one lives (nodejs/node#55351), and a process outlives very many.
 */
export function firstAborted(...signals: readonly (AbortSignal | undefined)[]): {
  signal: AbortSignal;
  release: () => void;
} {
  const first = new AbortController();
  const given = signals.filter((signal) => signal !== undefined);
  const release = () => {
    for (const one of given) one.removeEventListener('abort', end);
  };
  function end() {
    release();
    first.abort(given.find(({ aborted }) => aborted)?.reason);
  }
  for (const one of given) {
    // Each listens until it is released; one that outlives many of them is no leak.
    setMaxListeners(0, one);
    one.addEventListener('abort', end, { once: true });
  }
  if (given.some(({ aborted }) => aborted)) end();
  return { signal: first.signal, release };
}
