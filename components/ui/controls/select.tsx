'use client';

import type { ReactNode } from 'react';
import { Icon } from '@/components/ui/content/icon';
import { cx } from '@/components/ui/cx';
import { useLazyPopup } from '@/components/ui/overlays/lazy-popup';
import { useGateReason } from '@/components/ui/states/gate';
import { whenOnline } from '@/components/ui/states/when-online';
import { selectClass } from './select-class';

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
  const { value, onChange: _, options, placeholder, size = 'normal', disabled, className, ...aria } = props;
  const gate = useGateReason();
  const { part: Popup, triggerProps } = useLazyPopup(load, 'listbox');
  if (Popup) return <Popup {...props} />;
  const chosen = options.find((option) => option.value === value);
  const off = disabled || gate !== null;
  return (
    <button
      {...aria}
      {...triggerProps}
      type="button"
      role="combobox"
      aria-controls={undefined}
      aria-expanded={false}
      disabled={off}
      data-disabled={off ? '' : undefined}
      className={selectClass(size, className)}
    >
      <span className={cx('min-w-0 flex-1 truncate', !chosen && 'text-ink-3')}>{chosen?.label ?? placeholder}</span>
      <Icon name="chevron-down" className="text-ink-3" />
    </button>
  );
}
