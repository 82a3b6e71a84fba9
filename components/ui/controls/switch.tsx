'use client';

import type { ReactNode } from 'react';
import { cx } from '@/components/ui/cx';
import { Tooltip } from '@/components/ui/overlays/tooltip';
import { useGateReason } from '@/components/ui/states/gate';

export type SwitchProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  id?: string;
  className?: string;
  onBlur?: () => void;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
} & ({ label: ReactNode; name?: never } | { label?: never; name: string });

/** Takes effect at once; what takes effect on save is a checkbox. */
export function Switch({ checked, onChange, disabled, label, name, className, ...rest }: SwitchProps) {
  const gate = useGateReason();
  const off = gate !== null || disabled;
  const control = (
    <input
      {...rest}
      type="checkbox"
      role="switch"
      aria-checked={checked}
      className="switch"
      checked={checked}
      disabled={off}
      aria-label={name}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
  const whole = (
    // biome-ignore lint/a11y/noLabelWithoutControl: the input inside is its control
    <label className={cx('inline-flex items-center gap-2 align-middle', off && 'text-ink-3', className)}>
      {control}
      {label}
    </label>
  );
  return gate ? <Tooltip label={gate}>{whole}</Tooltip> : whole;
}
