'use client';

import { Select as Base } from '@base-ui/react/select';
import { Icon } from '@/components/ui/content/icon';
import { useGateReason } from '@/components/ui/states/gate';
import type { SelectProps } from './select';
import { selectClass } from './select-button';

/** The loaded select; it opens at once, since it was asked for. */
export function SelectPopup<V extends string | number>({
  value,
  onChange,
  options,
  placeholder,
  size = 'normal',
  disabled,
  className,
  ...aria
}: SelectProps<V>) {
  const gate = useGateReason();
  const items = options.map(({ value: v, label }) => ({ value: v, label }));
  return (
    <Base.Root
      defaultOpen
      items={items}
      value={value ?? null}
      onValueChange={(next) => next !== null && onChange(next)}
      disabled={disabled || gate !== null}
    >
      <Base.Trigger {...aria} className={selectClass(size, className)}>
        <Base.Value className="min-w-0 flex-1 truncate data-placeholder:text-ink-3" placeholder={placeholder} />
        <Icon name="chevron-down" className="text-ink-3" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-60">
          <Base.Popup className="float min-w-(--anchor-width) max-w-100 p-1.5">
            <Base.List className="max-h-[min(20rem,var(--available-height))] overflow-auto outline-none">
              {options.map((option) => (
                <Base.Item
                  key={option.value}
                  value={option.value}
                  disabled={option.disabled}
                  className="menu-item group"
                >
                  <span className="min-w-0 flex-1">
                    <Base.ItemText>{option.label}</Base.ItemText>
                    {option.hint ? <span className="block text-12 text-ink-3">{option.hint}</span> : null}
                  </span>
                  <Base.ItemIndicator className="text-accent">
                    <Icon name="check" />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
