'use client';

/** Nobody types on for longer at something that has not come; a page whose connection is slow answers its keys again then. */
const PATIENCE_MS = 5_000;

let typed = '';
let release = () => {};

/** One letter or sign, and no command of the browser. */
const isText = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey;

/**
 * From now on keeps what is typed for the palette, which is on its way: the keys of the page must not take the words of a
 * search for theirs. Escape, a press of the pointer and `takeTyped` end it.
 */
export function keepTyped(): void {
  release();
  typed = '';
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') takeTyped();
    const isKept = isText(event) || event.key === 'Backspace' || event.key === 'Enter';
    if (!isKept || event.isComposing) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isText(event)) typed += event.key;
    else if (event.key === 'Backspace') typed = typed.slice(0, -1);
  };
  const timer = setTimeout(() => release(), PATIENCE_MS);
  release = () => {
    clearTimeout(timer);
    removeEventListener('keydown', onKeyDown, true);
    removeEventListener('pointerdown', release, true);
    release = () => {};
  };
  addEventListener('keydown', onKeyDown, true);
  addEventListener('pointerdown', release, true);
}

/** What was typed since `keepTyped`; from here on the keys are whoever's they were. */
export function takeTyped(): string {
  release();
  const taken = typed;
  typed = '';
  return taken;
}
