'use client';

import type { ReactElement } from 'react';
import { DialogWindow } from '@/components/ui/overlays/dialog-window';
import { PopoverPopup } from '@/components/ui/overlays/popover-popup';
import type { Filter } from '../columns/types';
import type { ListScreen } from '../pages/use-list-screen';
import { FilterForm } from './filter-form';

/** Filters to set, beside their button; on a phone in a sheet. */
export function FilterPopup<Row extends object>({
  list,
  filters,
  isPhone,
  name,
  trigger,
  open,
  onOpenChange,
}: {
  list: ListScreen<Row>;
  filters: readonly Filter<string>[];
  isPhone: boolean;
  name: string;
  /** Not of a sheet, whose button stays where it is. */
  trigger: ReactElement;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const close = () => onOpenChange(false);
  const form = <FilterForm list={list} filters={filters} onDone={close} />;
  if (isPhone) {
    return (
      <DialogWindow open={open} onClose={close} title={name}>
        {form}
      </DialogWindow>
    );
  }
  return (
    <PopoverPopup
      name={name}
      align="start"
      open={open}
      onOpenChange={onOpenChange}
      trigger={trigger}
      className="w-72 p-4"
    >
      {form}
    </PopoverPopup>
  );
}
