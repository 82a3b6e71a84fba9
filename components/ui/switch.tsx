'use client';

import { Switch as Base } from '@base-ui/react/switch';
import type { ReactNode } from 'react';
import { cx } from './cx';
import { useGateReason } from './gate';
import { Tooltip } from './tooltip';

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
    <Base.Root
      {...rest}
      checked={checked}
      disabled={off}
      onCheckedChange={(next) => onChange(next)}
      aria-label={name}
      className="relative inline-block h-4 w-7 flex-none rounded-1 bg-control align-middle transition-colors duration-(--dur-1) after:absolute after:-inset-1 after:content-[''] data-checked:bg-accent data-disabled:opacity-50 forced-colors:border"
    >
      <Base.Thumb className="block size-3 translate-x-0.5 translate-y-0.5 rounded-[1px] bg-panel transition-transform duration-(--dur-1) data-checked:translate-x-3.5 forced-colors:bg-[ButtonText]" />
    </Base.Root>
  );
  const whole =
    label === undefined ? (
      <span className="inline-flex">{control}</span>
    ) : (
      // biome-ignore lint/a11y/noLabelWithoutControl: the control inside renders its own input
      <label className={cx('inline-flex items-center gap-2', off && 'text-ink-3', className)}>
        {control}
        {label}
      </label>
    );
  return gate ? <Tooltip label={gate}>{whole}</Tooltip> : whole;
}
