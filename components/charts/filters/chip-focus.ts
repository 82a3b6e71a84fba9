/** The buttons of the page's filter chips, in their order; FilterChips marks them so. */
const chipsIn = (part: ParentNode | null | undefined) => [
  ...(part?.querySelectorAll<HTMLElement>('[data-chip]') ?? []),
];

/** Hands the focus to the chip at a place of the page's. */
export function focusChip(at: number): void {
  // What was chosen with a pointer leaves the page where it is scrolled.
  chipsIn(document)[at]?.focus({ preventScroll: !document.activeElement?.matches(':focus-visible') });
}

/** Takes the focus off a chip that is about to go: to its neighbour, else to the page's title. */
export function leaveChip(chip: Element | null): void {
  const neighbour = chipsIn(chip?.nextElementSibling)[0] ?? chipsIn(chip?.previousElementSibling)[0];
  (neighbour ?? document.querySelector('h1'))?.focus();
}
