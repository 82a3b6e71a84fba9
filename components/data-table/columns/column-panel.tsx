'use client';

import { useTranslations } from 'next-intl';
import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { useAppearance } from '@/components/layout/preferences/appearance';
import { Icon } from '@/components/ui/content/icon';
import { Button } from '@/components/ui/controls/button';
import { Checkbox } from '@/components/ui/controls/checkbox';
import { Segmented } from '@/components/ui/controls/segmented';
import { cx } from '@/components/ui/cx';
import { PopoverPopup } from '@/components/ui/overlays/popover-popup';
import type { ListScreen } from '../pages/use-list-screen';
import { WIDTH, widthWithin } from './table-settings';
import type { ListColumn } from './use-list-table';

/** Moves one name to another's place. */
export function moved(order: readonly string[], id: string, to: number): string[] {
  const rest = order.filter((each) => each !== id);
  rest.splice(Math.max(1, Math.min(to, rest.length)), 0, id);
  return rest;
}

/** Arrow keys on a column's handle: up and down move it, left and right make it narrower or wider. */
const STEPS: Record<string, { by: 1 | -1; changes: 'place' | 'width' }> = {
  ArrowUp: { by: -1, changes: 'place' },
  ArrowDown: { by: 1, changes: 'place' },
  ArrowLeft: { by: -1, changes: 'width' },
  ArrowRight: { by: 1, changes: 'width' },
};

function ColumnRow<Row extends object>({
  list,
  column,
  index,
  dragged,
  onDrag,
}: {
  list: ListScreen<Row>;
  column: ListColumn<Row>;
  index: number;
  dragged: string | null;
  onDrag: (id: string | null) => void;
}) {
  const t = useTranslations('common.table');
  const { id } = column;
  const header = list.columns.find((each) => each.id === id)?.header ?? id;
  const isIdentity = column.getIsPinned() !== false;
  const width = () =>
    list.tableRef.current?.querySelector<HTMLElement>(`[data-column="${CSS.escape(id)}"]`)?.offsetWidth;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    if (step.changes === 'width') list.setWidth(id, widthWithin((width() ?? column.getSize()) + step.by * WIDTH.step));
    else if (!isIdentity) list.table.setColumnOrder((order) => moved(order, id, index + step.by));
  };
  const onDragOver = (event: DragEvent) => {
    if (!dragged || isIdentity) return;
    event.preventDefault();
    if (dragged !== id) list.table.setColumnOrder((order) => moved(order, dragged, index));
  };
  return (
    <li
      onDragOver={onDragOver}
      className={cx(
        'flex h-[30px] items-center gap-2 rounded-2 px-2.5 hover:bg-hover',
        dragged === id && 'bg-selected',
      )}
    >
      <Checkbox
        checked={column.getIsVisible()}
        disabled={!column.getCanHide()}
        onChange={(on) => column.toggleVisibility(on)}
        label={header}
        className="min-w-0 flex-1"
      />
      {isIdentity ? <span className="text-11 text-ink-3">{t('always')}</span> : null}
      {list.yielded.includes(id) ? <span className="text-11 text-ink-3">{t('no_room')}</span> : null}
      <button
        type="button"
        draggable={!isIdentity}
        aria-label={t('move', { name: header })}
        title={t('move_hint')}
        onKeyDown={onKeyDown}
        onDragStart={() => onDrag(id)}
        onDragEnd={() => onDrag(null)}
        className={cx('grid size-6 place-items-center rounded-1 text-ink-3', !isIdentity && 'cursor-grab')}
      >
        <Icon name="drag" />
      </button>
    </li>
  );
}

/** The menu of columns: which, in which order (drag, or arrow keys on the handle), how wide, and how dense. */
export function ColumnPanel<Row extends object>({
  list,
  open,
  onOpenChange,
}: {
  list: ListScreen<Row>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const t = useTranslations('common.table');
  const { density, setDensity } = useAppearance();
  const [dragged, setDragged] = useState<string | null>(null);
  const columns = list.table.getAllLeafColumns();
  return (
    <PopoverPopup
      name={t('columns')}
      open={open}
      onOpenChange={onOpenChange}
      trigger={
        <Button icon="columns" className={open ? 'bg-selected! border-accent-line! text-accent!' : undefined}>
          {t('columns')}
        </Button>
      }
      className="w-62 p-1.5"
    >
      <div className="flex items-center px-2.5 py-1 text-12 text-ink-3">
        <span className="flex-1">{t('columns')}</span>
        <button type="button" className="link" onClick={list.resetColumns}>
          {t('reset')}
        </button>
      </div>
      <ul>
        {columns.map((column, index) => (
          <ColumnRow key={column.id} list={list} column={column} index={index} dragged={dragged} onDrag={setDragged} />
        ))}
      </ul>
      <div className="mx-1 mt-1.5 border-t border-line px-1.5 pt-2 pb-1">
        <div className="mb-1.5 text-12 text-ink-3">{t('density')}</div>
        <Segmented
          name={t('density')}
          size="small"
          fill
          value={density}
          onChange={setDensity}
          segments={[
            { value: 'comfortable', label: t('comfortable') },
            { value: 'compact', label: t('compact') },
          ]}
        />
      </div>
    </PopoverPopup>
  );
}
