import { useEffect, useRef } from 'react';

let isPressed = false;
let isWatching = false;

function watchPresses(): void {
  if (isWatching) return;
  isWatching = true;
  const release = () => {
    isPressed = false;
  };
  document.addEventListener(
    'pointerdown',
    () => {
      isPressed = true;
    },
    true,
  );
  document.addEventListener('pointerup', release, true);
  document.addEventListener('pointercancel', release, true);
}

/** Runs `task` now, or once the pointer that is down was released and its click delivered. */
function afterPress(task: () => void): void {
  if (!isPressed) task();
  else document.addEventListener('pointerup', () => setTimeout(task, 0), { capture: true, once: true });
}

/**
 * What a field does when it is left, once a press is over, and not at all where the press took the field away. A field that
 * is left by pressing a button would otherwise show its error under the finger, move the button, and lose the click.
 */
export function useLeave<A extends unknown[]>(onLeave: (...args: A) => void): (...args: A) => void {
  const isThere = useRef(true);
  useEffect(() => {
    watchPresses();
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  return (...args) =>
    afterPress(() => {
      if (isThere.current) onLeave(...args);
    });
}
