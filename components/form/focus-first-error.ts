/** More frames than a slow machine needs to draw an error. */
const FRAMES = 60;

/** Focuses the topmost control with an error, as the page shows it, once it is drawn. */
export function focusFirstError(root: HTMLElement | null, frames = FRAMES): void {
  requestAnimationFrame(() => {
    const control = root?.querySelector<HTMLElement>('[aria-invalid=true]');
    if (!control && frames > 0) return focusFirstError(root, frames - 1);
    control?.focus();
    control?.scrollIntoView({ block: 'center' });
  });
}
