'use client';

import { Checkbox as Base } from '@base-ui/react/checkbox';
import type { ReactNode } from 'react';
import { cx } from './cx';
import { useGateReason } from './gate';
import { Icon } from './icon';

export type CheckboxProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Some of what it stands for is chosen. */
  mixed?: boolean;
  disabled?: boolean;
  id?: string;
  className?: string;
  onBlur?: () => void;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
} & ({ label: ReactNode; name?: never } | { label?: never; name: string });

/** Takes effect on save; what takes effect at once is a switch. `name` where no words stand beside it. */
export function Checkbox({ checked, onChange, mixed, disabled, label, name, className, ...rest }: CheckboxProps) {
  const off = useGateReason() !== null || disabled;
  const box = (
    <Base.Root
      {...rest}
      checked={checked}
      indeterminate={mixed}
      disabled={off}
      onCheckedChange={(next) => onChange(next)}
      aria-label={name}
      className="relative inline-grid size-4 flex-none place-items-center rounded-1 border border-control bg-panel align-middle text-on-accent after:absolute after:-inset-1 after:content-[''] data-checked:border-accent data-checked:bg-accent data-disabled:border-line data-disabled:bg-sunken data-disabled:text-ink-3 data-indeterminate:border-control data-indeterminate:bg-panel aria-invalid:border-danger"
    >
      {mixed ? (
        <span className="h-0.5 w-2 bg-accent" />
      ) : (
        <Base.Indicator className="inline-grid">
          <Icon name="check" size={12} />
        </Base.Indicator>
      )}
    </Base.Root>
  );
  if (label === undefined) return box;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control inside renders its own input
    <label className={cx('inline-flex items-center gap-2', off && 'text-ink-3', className)}>
      {box}
      {label}
    </label>
  );
}
