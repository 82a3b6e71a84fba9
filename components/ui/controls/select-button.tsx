import { Icon } from '@/components/ui/content/icon';
import { cx } from '@/components/ui/cx';
import type { useLazyPopup } from '@/components/ui/overlays/lazy-popup';
import { useGateReason } from '@/components/ui/states/gate';
import { CONTROL_BOX } from './input';
import type { SelectProps } from './select';

/** Classes of the button, before and after its list has been loaded. */
export function selectClass(size: 'normal' | 'small', className: string | undefined): string {
  return cx(
    CONTROL_BOX,
    'cursor-default text-left data-disabled:bg-sunken data-disabled:border-line data-disabled:text-ink-3 aria-invalid:border-danger',
    size === 'small' ? 'h-(--ctl-sm) px-2 text-12' : 'h-(--ctl) px-2.5',
    className,
  );
}

type Props<V extends string | number> = SelectProps<V> & {
  triggerProps: ReturnType<typeof useLazyPopup>['triggerProps'];
};

/** What a select or a combobox shows until its list has been loaded. */
export function SelectButton<V extends string | number>({
  value,
  onChange: _,
  options,
  placeholder,
  size = 'normal',
  disabled,
  className,
  triggerProps,
  ...aria
}: Props<V>) {
  const gate = useGateReason();
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
      className={selectClass(size, className)}
    >
      <span className={cx('min-w-0 flex-1 truncate', !chosen && 'text-ink-3')}>{chosen?.label ?? placeholder}</span>
      <Icon name="chevron-down" className="text-ink-3" />
    </button>
  );
}
