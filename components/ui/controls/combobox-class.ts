import { cx } from '@/components/ui/cx';
import { CONTROL_BOX } from './input';

/** How a combobox looks, before and after its code is there. */
export const comboboxClass = (className: string | undefined) =>
  cx(
    CONTROL_BOX,
    'h-(--ctl) cursor-default px-2.5 text-left data-disabled:border-line data-disabled:bg-sunken data-disabled:text-ink-3 aria-invalid:border-danger',
    className,
  );
