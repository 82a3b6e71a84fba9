import { useRef, useState } from 'react';

/** Runs what was pressed. While that takes its time it is pending, and is not begun a second time. */
export function usePending() {
  const [isPending, setPending] = useState(false);
  // A second press may come before the first was drawn.
  const isRunning = useRef(false);
  const run = (act: () => unknown): void => {
    if (isRunning.current) return;
    const outcome = act();
    if (!(outcome instanceof Promise)) return;
    isRunning.current = true;
    setPending(true);
    void outcome.finally(() => {
      isRunning.current = false;
      setPending(false);
    });
  };
  return { isPending, run };
}
