/** Forms of this page that hold something unsaved; beyond React, as whoever leaves the page may be no component. */
const unsaved = new Set<symbol>();

export function markUnsaved(form: symbol, isUnsaved: boolean): void {
  if (isUnsaved) unsaved.add(form);
  else unsaved.delete(form);
}

export const hasUnsaved = (): boolean => unsaved.size > 0;

/** What was typed is given up. */
export const forgetUnsaved = (): void => unsaved.clear();
