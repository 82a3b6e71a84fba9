'use client';

import type { ReactNode } from 'react';
import { cx } from '@/components/ui/cx';
import { useGateReason } from '@/components/ui/states/gate';

export type CheckboxProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Some of what it represents is chosen. */
  mixed?: boolean;
  disabled?: boolean;
  /** Why it cannot be changed; it then stays reachable by keyboard and says so. */
  reason?: string;
  id?: string;
  className?: string;
  onBlur?: () => void;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
} & ({ label: ReactNode; name?: never } | { label?: never; name: string });

/** Takes effect on save; what takes effect at once is a switch. `name` where no words are beside it. */
export function Checkbox({
  checked,
  onChange,
  mixed = false,
  disabled,
  reason,
  label,
  name,
  className,
  ...rest
}: CheckboxProps) {
  const off = useGateReason() !== null || disabled;
  const box = (
    <input
      {...rest}
      ref={(input) => {
        if (input) input.indeterminate = mixed;
      }}
      type="checkbox"
      className="checkbox"
      checked={checked}
      disabled={off}
      aria-disabled={reason === undefined ? undefined : true}
      aria-label={name}
      data-tip={reason}
      onChange={(event) => reason === undefined && onChange(event.target.checked)}
    />
  );
  if (label === undefined) return box;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the input inside is its control
    <label
      data-tip={reason}
      className={cx('inline-flex items-center gap-2', (off || reason !== undefined) && 'text-ink-3', className)}
    >
      {box}
      {label}
    </label>
  );
}
