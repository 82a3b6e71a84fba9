import type { ReactNode } from 'react';

/**
 * A tab that a resource adds to the page of an object, in `components/<module>/<resource>/tab.tsx`; the generator collects
 * them, so that a new part of an object touches no page.
 */
export type ObjectTab<T> = {
  /** The type of the object, as its descriptor has it. */
  of: string;
  /** Its name in the URL. */
  value: string;
  /** Place among the tabs, ascending. */
  order: number;
  /** Full message key. */
  label: string;
  /** Without it the tab is left out. */
  permission?: string;
  /** URL parameters of its panel, which mean nothing on another tab. */
  params?: readonly string[];
  panel: (object: T) => ReactNode;
  /** How many there are, beside the label; nothing until that is known. */
  Count?: (props: { object: T }) => ReactNode;
};
