let isPressed = false;
let isWatching = false;

/** Starts watching presses; a form calls it when it appears, before its first blur. */
export function watchPresses(): void {
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

/**
 * Runs `task` now, or once the pointer that is down was released and its click delivered. A field that is left by
 * pressing a button would otherwise show its error under the finger, move the button, and lose the click.
 */
export function afterPress(task: () => void): void {
  if (!isPressed) task();
  else document.addEventListener('pointerup', () => setTimeout(task, 0), { capture: true, once: true });
}
