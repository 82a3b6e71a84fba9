'use client';

import type { ComponentProps, ReactNode } from 'react';
import { Icon } from '@/components/ui/content/icon';
import type { IconName } from '@/components/ui/content/icon-paths';
import { cx } from '@/components/ui/cx';
import { useTypedEarly } from './use-typed-early';

/** The box of every text-like control: 3:1 edge, red when invalid. */
export const CONTROL_BOX =
  'flex items-center gap-2 min-w-0 w-full bg-panel text-ink border border-control rounded-2 has-[[aria-invalid=true]]:border-danger has-[:focus-visible]:shadow-(--ring) has-[:disabled]:bg-sunken has-[:disabled]:border-line has-[:disabled]:text-ink-3';

export type InputProps = Omit<ComponentProps<'input'>, 'size'> & {
  icon?: IconName;
  /** For what is compared letter by letter: ids, addresses, hosts. */
  mono?: boolean;
  /** A small control at the end of the box. */
  end?: ReactNode;
  /** Classes of the box, for its width. */
  boxClassName?: string;
};

export function Input({ icon, mono, end, boxClassName, className, ...rest }: InputProps) {
  const box = useTypedEarly(rest.value, rest.onChange);
  return (
    <span ref={box} className={cx(CONTROL_BOX, 'h-(--ctl) px-2.5', boxClassName)}>
      {icon ? <Icon name={icon} className="text-ink-3" /> : null}
      <input
        {...rest}
        className={cx(
          'min-w-0 flex-1 h-full bg-transparent outline-none focus-visible:shadow-none',
          mono && 'font-mono text-12',
          className,
        )}
      />
      {end}
    </span>
  );
}
