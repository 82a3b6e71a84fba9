import { cx } from '@/components/ui/cx';
import { CONTROL_BOX } from './input';

/** The look of a select's button, before and after its list has been loaded. */
export function selectClass(size: 'normal' | 'small', className: string | undefined): string {
  return cx(
    CONTROL_BOX,
    'cursor-default text-left data-disabled:bg-sunken data-disabled:border-line data-disabled:text-ink-3 aria-invalid:border-danger',
    size === 'small' ? 'h-(--ctl-sm) px-2 text-12' : 'h-(--ctl) px-2.5',
    className,
  );
}
