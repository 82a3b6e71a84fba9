'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { Button, ButtonLink, IconButton } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { cx } from '@/components/ui/cx';
import { Drawer } from '@/components/ui/drawer';
import { KeyValueList } from '@/components/ui/key-value-list';
import { Menu } from '@/components/ui/menu';
import type { ListScreen } from '../pages/use-list-screen';
import { useChosen } from '../selection/use-selection';
import type { RowParts } from './table-body';

/** Weaker words under the identity; what is empty leaves no gap. */
function SecondLine({ parts }: { parts: readonly { id: string; content: ReactNode }[] }) {
  const shown = parts.filter(({ content }) => content !== null && content !== undefined && content !== '');
  if (shown.length === 0) return null;
  return (
    <span className="flex min-w-0 gap-1 truncate text-12 text-ink-3">
      {shown.map(({ id, content }, i) => (
        <span key={id} className={cx('truncate', i === shown.length - 1 ? 'min-w-0' : 'max-w-1/2 flex-none')}>
          {i > 0 ? '· ' : ''}
          {content}
        </span>
      ))}
    </span>
  );
}

function PhoneRow<R extends object>({
  row,
  list,
  parts,
  onOpen,
}: {
  row: R;
  list: ListScreen<R>;
  parts: RowParts<R>;
  onOpen: () => void;
}) {
  const t = useTranslations('common.table');
  const { selection } = parts;
  const isSelected = useChosen(selection, (chosen) => chosen.has(parts.rowId(row)));
  const of = (place: 'second' | 'state') => list.columns.filter((column) => column.phone === place);
  return (
    <li
      data-selected={isSelected ? '' : undefined}
      className="flex items-start gap-2.5 border-b border-line px-3.5 last:border-b-0 data-selected:bg-selected"
    >
      {parts.selectable ? (
        <span className="pt-3">
          <Checkbox
            name={t('select_row', { name: parts.rowName(row) })}
            checked={isSelected}
            onChange={(on) => selection.toggle([row], on)}
          />
        </span>
      ) : null}
      <button
        type="button"
        className="flex min-h-11 min-w-0 flex-1 items-start gap-2.5 py-[11px] text-left"
        onClick={onOpen}
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{list.columns[0]?.cell(row)}</span>
          <SecondLine parts={of('second').map((column) => ({ id: column.id, content: column.cell(row) }))} />
        </span>
        <span className="flex flex-none flex-col items-end gap-[3px]">
          {of('state').map((column) => (
            <span key={column.id}>{column.cell(row)}</span>
          ))}
        </span>
      </button>
    </li>
  );
}

/** A table on a phone: identity and second line left, state right; the row opens a sheet with the rest. */
export function PhoneRows<R extends object>({
  list,
  parts,
  caption,
}: {
  list: ListScreen<R>;
  parts: RowParts<R>;
  caption: string;
}) {
  const t = useTranslations('common.table');
  const [openId, setOpenId] = useState<string | null>(null);
  const index = list.rows.findIndex((row) => list.rowId(row) === openId);
  const open = list.rows[index];
  const walk = (to: number) => {
    const row = list.rows[to];
    return row ? () => setOpenId(list.rowId(row)) : undefined;
  };
  // What opens beside the list takes the place of the sheet.
  const openRow = (row: R) => {
    if (parts.onOpenRow && parts.openRowId !== undefined) parts.onOpenRow(row);
    else setOpenId(list.rowId(row));
  };
  const actions = open ? (parts.rowActions?.(open) ?? []) : [];
  return (
    <>
      <ul aria-label={caption}>
        {list.rows.map((row) => (
          <PhoneRow key={parts.rowId(row)} row={row} list={list} parts={parts} onOpen={() => openRow(row)} />
        ))}
      </ul>
      {open ? (
        <Drawer
          open
          walks
          onClose={() => setOpenId(null)}
          onPrevious={walk(index - 1)}
          onNext={walk(index + 1)}
          title={parts.rowName(open)}
          footer={
            parts.rowHref || parts.onOpenRow || actions.length > 0 ? (
              <>
                {parts.rowHref ? <ButtonLink href={parts.rowHref(open)}>{t('open')}</ButtonLink> : null}
                {!parts.rowHref && parts.onOpenRow ? (
                  <Button
                    onClick={() => {
                      setOpenId(null);
                      parts.onOpenRow?.(open);
                    }}
                  >
                    {t('open')}
                  </Button>
                ) : null}
                <span className="flex-1" />
                {actions.length > 0 ? (
                  <Menu
                    side="top"
                    trigger={
                      <IconButton
                        icon="more"
                        variant="secondary"
                        name={t('row_actions', { name: parts.rowName(open) })}
                      />
                    }
                    entries={actions}
                  />
                ) : null}
              </>
            ) : undefined
          }
        >
          <KeyValueList
            facts={list.columns.map((column) => ({
              key: column.id,
              label: column.header,
              value: column.cell(open) || '—',
            }))}
          />
        </Drawer>
      ) : null}
    </>
  );
}
