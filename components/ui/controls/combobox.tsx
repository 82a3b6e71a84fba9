'use client';

import { useLazyPopup } from '@/components/ui/overlays/lazy-popup';
import { whenOnline } from '@/components/ui/states/when-online';
import type { SelectProps } from './select';
import { SelectButton } from './select-button';

export type ComboboxProps<V extends string | number> = Omit<SelectProps<V>, 'size'> & {
  /** Hears what is typed, so that a server can be asked for options with it. */
  onSearch?: (text: string) => void;
};

const load = whenOnline(() => import('./combobox-popup').then((module) => module.ComboboxPopup));

/** One of many named values, such as the rows of a list endpoint: a select with a search in its list. */
export function Combobox<V extends string | number>(props: ComboboxProps<V>) {
  const { part: Popup, triggerProps } = useLazyPopup(load, 'dialog');
  if (Popup) return <Popup {...props} />;
  const { onSearch: _, ...closed } = props;
  return <SelectButton {...closed} triggerProps={triggerProps} />;
}
