'use client';

import { useTranslations } from 'next-intl';
import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { useAppearance } from '@/components/layout/preferences/appearance';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { cx } from '@/components/ui/cx';
import { Icon } from '@/components/ui/icon';
import { Popover } from '@/components/ui/popover';
import { Segmented } from '@/components/ui/segmented';
import type { ListScreen } from '../pages/use-list-screen';
import type { Column } from './types';

/** Moves one name to another's place. */
export function moved(order: readonly string[], id: string, to: number): string[] {
  const rest = order.filter((each) => each !== id);
  rest.splice(Math.max(1, Math.min(to, rest.length)), 0, id);
  return rest;
}

function ColumnRow<Row extends object>({
  list,
  column,
  index,
  dragged,
  onDrag,
}: {
  list: ListScreen<Row>;
  column: Column<Row>;
  index: number;
  dragged: string | null;
  onDrag: (id: string | null) => void;
}) {
  const t = useTranslations('common.table');
  const { settings, save } = list.settings;
  const isIdentity = index === 0;
  const shown = !settings.hidden.includes(column.id);
  const move = (to: number) => save({ ...settings, order: moved(settings.order, column.id, to) });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    move(index + (event.key === 'ArrowUp' ? -1 : 1));
  };
  const onDragOver = (event: DragEvent) => {
    if (!dragged || isIdentity) return;
    event.preventDefault();
    if (dragged !== column.id) save({ ...settings, order: moved(settings.order, dragged, index) });
  };
  return (
    <li
      onDragOver={onDragOver}
      className={cx(
        'flex h-[30px] items-center gap-2 rounded-2 px-2.5 hover:bg-hover',
        dragged === column.id && 'bg-selected',
      )}
    >
      <Checkbox
        checked={shown}
        disabled={isIdentity}
        onChange={(on) =>
          save({
            ...settings,
            hidden: on ? settings.hidden.filter((id) => id !== column.id) : [...settings.hidden, column.id],
          })
        }
        label={column.header}
        className="min-w-0 flex-1"
      />
      {isIdentity ? (
        <span className="text-11 text-ink-3">{t('always')}</span>
      ) : (
        <button
          type="button"
          draggable
          aria-label={t('move', { name: column.header })}
          title={t('move_hint')}
          onKeyDown={onKeyDown}
          onDragStart={() => onDrag(column.id)}
          onDragEnd={() => onDrag(null)}
          className="grid size-6 cursor-grab place-items-center rounded-1 text-ink-3"
        >
          <Icon name="drag" />
        </button>
      )}
    </li>
  );
}

/** Which columns, in which order (drag, or arrow keys on the handle), and how dense. */
export function ColumnMenu<Row extends object>({ list }: { list: ListScreen<Row> }) {
  const t = useTranslations('common.table');
  const { density, setDensity } = useAppearance();
  const [open, setOpen] = useState(false);
  const [dragged, setDragged] = useState<string | null>(null);
  const columns = list.settings.settings.order
    .map((id) => list.columns.find((column) => column.id === id))
    .filter((column) => column !== undefined);
  return (
    <Popover
      name={t('columns')}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button icon="columns" className={open ? 'bg-selected! border-accent-line! text-accent!' : undefined}>
          {t('columns')}
        </Button>
      }
      className="w-62 p-1.5"
    >
      <div className="flex items-center px-2.5 py-1 text-12 text-ink-3">
        <span className="flex-1">{t('columns')}</span>
        <button type="button" className="link" onClick={list.settings.reset}>
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
    </Popover>
  );
}
