'use client';

import { Combobox as Base } from '@base-ui/react/combobox';
import { useTranslations } from 'next-intl';
import { Icon } from '@/components/ui/content/icon';
import { cx } from '@/components/ui/cx';
import { useGateReason } from '@/components/ui/states/gate';
import type { ComboboxProps } from './combobox';
import { CONTROL_BOX } from './input';
import type { SelectOption } from './select';
import { selectClass } from './select-button';

/** More matches than this are not drawn; one types further instead. */
const SHOWN = 100;

/** A combobox that opens at once: what is behind its button came because somebody pressed it. */
export function ComboboxPopup<V extends string | number>({
  value,
  onChange,
  options,
  placeholder,
  disabled,
  className,
  onSearch,
  ...aria
}: ComboboxProps<V>) {
  const t = useTranslations('common');
  const gate = useGateReason();
  const chosen = options.find((option) => option.value === value) ?? null;
  return (
    <Base.Root<SelectOption<V>>
      items={options}
      value={chosen}
      onValueChange={(option) => option && onChange(option.value)}
      onInputValueChange={onSearch}
      itemToStringLabel={(option) => option.label}
      isItemEqualToValue={(a, b) => a.value === b.value}
      limit={SHOWN}
      defaultOpen
      autoHighlight
      disabled={disabled || gate !== null}
    >
      <Base.Trigger {...aria} className={selectClass('normal', className)}>
        <span className={cx('min-w-0 flex-1 truncate', chosen === null && 'text-ink-3')}>
          {chosen?.label ?? placeholder}
        </span>
        <Icon name="chevron-down" className="text-ink-3" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} className="z-60">
          <Base.Popup
            aria-label={aria['aria-label'] ?? placeholder}
            className="float w-(--anchor-width) min-w-60 p-1.5"
          >
            <span className={cx(CONTROL_BOX, 'mb-1.5 h-(--ctl) px-2.5')}>
              <Icon name="search" className="text-ink-3" />
              <Base.Input
                aria-label={t('table.search')}
                className="h-full min-w-0 flex-1 bg-transparent outline-none focus-visible:shadow-none"
              />
            </span>
            <Base.Empty className="px-2.5 text-12 text-ink-3 not-empty:py-1.5">{t('empty.no_match')}</Base.Empty>
            <Base.List className="max-h-[min(18rem,var(--available-height))] overflow-auto outline-none">
              {(option: SelectOption<V>) => (
                <Base.Item key={option.value} value={option} disabled={option.disabled} className="menu-item">
                  <span className="min-w-0 flex-1">
                    <span className="block truncate">{option.label}</span>
                    {option.hint ? <span className="block truncate text-12 text-ink-3">{option.hint}</span> : null}
                  </span>
                  <Base.ItemIndicator className="text-accent">
                    <Icon name="check" />
                  </Base.ItemIndicator>
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
