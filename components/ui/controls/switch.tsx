'use client';

import { type ReactNode, useState } from 'react';
import { cx } from '@/components/ui/cx';
import { Tooltip } from '@/components/ui/overlays/tooltip';
import { useGateReason } from '@/components/ui/states/gate';

export type SwitchProps = {
  checked: boolean;
  /** May take its time: until it has settled, the switch shows where it goes and refuses a second press. */
  onChange: (checked: boolean) => unknown;
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
  const [wanted, setWanted] = useState<boolean | null>(null);
  const change = async (next: boolean) => {
    if (wanted !== null) return;
    setWanted(next);
    try {
      await onChange(next);
    } finally {
      setWanted(null);
    }
  };
  const isOn = wanted ?? checked;
  const control = (
    <input
      {...rest}
      type="checkbox"
      role="switch"
      aria-checked={isOn}
      aria-busy={wanted !== null || undefined}
      className="switch"
      checked={isOn}
      disabled={off}
      aria-label={name}
      onChange={(event) => void change(event.target.checked)}
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
