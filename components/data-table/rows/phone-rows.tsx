'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { KeyValueList } from '@/components/ui/content/key-value-list';
import { Button, ButtonLink, IconButton } from '@/components/ui/controls/button';
import { Checkbox } from '@/components/ui/controls/checkbox';
import { cx } from '@/components/ui/cx';
import { Drawer } from '@/components/ui/overlays/drawer';
import { Menu } from '@/components/ui/overlays/menu';
import type { ListRow } from '../columns/use-list-table';
import type { ListScreen } from '../pages/use-list-screen';
import { type RowParts, useIsChosen } from './table-body';
import { walker } from './walker';

const isEmpty = (content: ReactNode) => content === null || content === undefined || content === '' || content === '—';

type Part = { id: string; content: ReactNode; name: string | null };

/** Weaker words under the identity; what is empty leaves no gap, and no part takes the room of those after it. */
function SecondLine({ parts }: { parts: readonly Part[] }) {
  const shown = parts.filter(({ content }) => !isEmpty(content));
  if (shown.length === 0) return null;
  const most = shown.length > 2 ? 'max-w-2/5' : 'max-w-1/2';
  return (
    <span className="flex min-w-0 flex-1 items-baseline gap-1 truncate text-12 text-ink-3">
      {shown.map(({ id, content }, i) => (
        <span key={id} className={cx('truncate', i === shown.length - 1 ? 'min-w-0' : `${most} flex-none`)}>
          {i > 0 ? '· ' : ''}
          {content}
        </span>
      ))}
    </span>
  );
}

/** At the end of a line; a figure alone says nothing of what it counts. */
function States({ of }: { of: readonly Part[] }) {
  if (of.length === 0) return null;
  return (
    <span className="ml-auto flex flex-none flex-col items-end gap-[3px]">
      {of.map(({ id, content, name }) => (
        <span key={id}>
          {name ? <span className="text-12 text-ink-3">{name} </span> : null}
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
  row: ListRow<R>;
  list: ListScreen<R>;
  parts: RowParts<R>;
  onOpen: () => void;
}) {
  const t = useTranslations('common.table');
  const shown = row.original;
  const isSelected = useIsChosen(row);
  const of = (place: 'second' | 'state') =>
    list.columns
      .filter((column) => column.phone === place)
      .map(({ id, cell, onPhone = cell, align, header }) => ({
        id,
        content: onPhone(shown),
        name: align === 'right' ? header : null,
      }));
  const states = of('state');
  return (
    <li
      data-row-id={row.id}
      data-selected={isSelected ? '' : undefined}
      className="flex items-start gap-2.5 border-b border-line px-3.5 last:border-b-0 data-selected:bg-selected"
    >
      {parts.selectable ? (
        <span className="pt-3">
          <Checkbox
            name={t('select_row', { name: parts.rowName(shown) })}
            checked={isSelected}
            onChange={(on) => row.toggleSelected(on)}
          />
        </span>
      ) : null}
      <button type="button" className="flex min-h-11 min-w-0 flex-1 flex-col py-[11px] text-left" onClick={onOpen}>
        <span className="flex items-start gap-2.5">
          <span className="min-w-0 flex-1 truncate font-medium">{list.columns[0]?.cell(shown)}</span>
          <States of={states.slice(0, 1)} />
        </span>
        <span className="flex items-start gap-2.5">
          <SecondLine parts={of('second')} />
          <States of={states.slice(1)} />
        </span>
      </button>
    </li>
  );
}

/** A table on a phone: identity and state on one line, weaker words and further states on the next; the row opens a sheet with the rest. */
export function PhoneRows<R extends object>({
  list,
  parts,
  caption,
  foot,
}: {
  list: ListScreen<R>;
  parts: RowParts<R>;
  caption: string;
  /** Below the rows, once they are there: above fewer of them it would move. */
  foot: ReactNode;
}) {
  const t = useTranslations('common.table');
  const [openId, setOpenId] = useState<string | null>(null);
  const open = list.rows.find((row) => list.rowId(row) === openId);
  const walk = walker(list, openId, setOpenId);
  // What opens beside the list takes the place of the sheet.
  const openRow = (row: R) => {
    if (parts.onOpenRow && parts.openRowId !== undefined) parts.onOpenRow(row);
    else setOpenId(list.rowId(row));
  };
  const actions = open ? (parts.rowActions?.(open) ?? []) : [];
  return (
    <>
      <ul aria-label={caption}>
        {list.table.getRowModel().rows.map((row) => (
          <PhoneRow key={row.id} row={row} list={list} parts={parts} onOpen={() => openRow(row.original)} />
        ))}
      </ul>
      {foot}
      {open ? (
        <Drawer
          open
          walks
          onClose={() => setOpenId(null)}
          onPrevious={walk(-1)}
          onNext={walk(1)}
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
