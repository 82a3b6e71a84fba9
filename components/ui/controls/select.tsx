'use client';

import type { ReactNode } from 'react';
import { useLazyPopup } from '@/components/ui/overlays/lazy-popup';
import { whenOnline } from '@/components/ui/states/when-online';
import { SelectButton } from './select-button';

export type SelectOption<V extends string | number> = {
  value: V;
  label: string;
  hint?: ReactNode;
  disabled?: boolean;
};

export type SelectProps<V extends string | number> = {
  value: V | null | undefined;
  onChange: (value: V) => void;
  options: readonly SelectOption<V>[];
  placeholder?: string;
  size?: 'normal' | 'small';
  disabled?: boolean;
  id?: string;
  className?: string;
  onBlur?: () => void;
  'aria-label'?: string;
  'aria-labelledby'?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
};

const load = whenOnline(() => import('./select-popup').then((module) => module.SelectPopup));

/** One of a few named values. More than about fifteen, or values that come from a list endpoint, want a search. */
export function Select<V extends string | number>(props: SelectProps<V>) {
  const { part: Popup, triggerProps } = useLazyPopup(load, 'listbox');
  return Popup ? <Popup {...props} /> : <SelectButton {...props} triggerProps={triggerProps} />;
}
