import { useEffect, useRef } from 'react';

const ENDS = ['pointerup', 'mouseup'];

let isPressed = false;
let isWatching = false;

function watchPresses(): void {
  if (isWatching) return;
  isWatching = true;
  const press = () => {
    isPressed = true;
  };
  const release = () => {
    isPressed = false;
  };
  // A finger is lifted before the field is left: the browser plays a press of the mouse after it.
  for (const begin of ['pointerdown', 'mousedown']) document.addEventListener(begin, press, true);
  for (const end of [...ENDS, 'pointercancel']) document.addEventListener(end, release, true);
}

/** Runs `task` now, or once the pointer that is down was released and its click delivered. */
function afterPress(task: () => void): void {
  if (!isPressed) {
    task();
    return;
  }
  const watch = new AbortController();
  const end = () => {
    watch.abort();
    setTimeout(task, 0);
  };
  for (const name of ENDS) document.addEventListener(name, end, { capture: true, signal: watch.signal });
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
