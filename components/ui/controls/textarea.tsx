'use client';

import type { ComponentProps } from 'react';
import { cx } from '@/components/ui/cx';
import { CONTROL_BOX } from './input';
import { useTypedEarly } from './use-typed-early';

export type TextAreaProps = ComponentProps<'textarea'> & { mono?: boolean };

export function TextArea({ mono, className, rows = 3, ...rest }: TextAreaProps) {
  const box = useTypedEarly(rest.value, rest.onChange);
  return (
    <span ref={box} className={CONTROL_BOX}>
      <textarea
        {...rest}
        rows={rows}
        className={cx(
          'min-w-0 flex-1 px-2.5 py-1.5 bg-transparent outline-none resize-y focus-visible:shadow-none',
          mono && 'font-mono text-12 leading-[18px]',
          className,
        )}
      />
    </span>
  );
}
