'use client';

import { Icon } from '@/components/ui/content/icon';
import { cx } from '@/components/ui/cx';
import { useLazyPopup } from '@/components/ui/overlays/lazy-popup';
import { useGateReason } from '@/components/ui/states/gate';
import { whenOnline } from '@/components/ui/states/when-online';
import { comboboxClass } from './combobox-class';
import type { SelectProps } from './select';

export type ComboboxProps<V extends string | number> = Omit<SelectProps<V>, 'size'> & {
  /** Hears what is typed, so that a server can be asked for options with it. */
  onSearch?: (text: string) => void;
};

const load = whenOnline(() => import('./combobox-popup').then((module) => module.ComboboxPopup));

/** One of many named values, such as the rows of a list endpoint: a select with a search in its list. */
export function Combobox<V extends string | number>(props: ComboboxProps<V>) {
  const { value, onChange: _, onSearch: _search, options, placeholder, disabled, className, ...aria } = props;
  const gate = useGateReason();
  const { part: Popup, triggerProps } = useLazyPopup(load, 'dialog');
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
      className={comboboxClass(className)}
    >
      <span className={cx('min-w-0 flex-1 truncate', !chosen && 'text-ink-3')}>{chosen?.label ?? placeholder}</span>
      <Icon name="chevron-down" className="text-ink-3" />
    </button>
  );
}
