'use client';

import { useTranslations } from 'next-intl';
import type { Column } from '@/components/data-table/columns/types';
import { SimpleTable } from '@/components/data-table/rows/simple-table';
import { Can, useMissingPermission } from '@/components/layout/account/can';
import { useDialogParam } from '@/components/layout/page/use-dialog-param';
import { IconButton } from '@/components/ui/controls/button';
import { Switch } from '@/components/ui/controls/switch';
import { Menu } from '@/components/ui/overlays/menu';
import { type Part, type PartKind, partId, permissionFor } from './parts';
import { usePartToggle } from './use-part-toggle';

function useSwitchColumn<P extends Part>(kind: PartKind<P>): Column<P>[] {
  const t = useTranslations(kind.texts);
  const common = useTranslations('common.parts');
  const save = usePartToggle(kind);
  const { toggle } = kind;
  if (!toggle) return [];
  const cell = (part: P) => (
    <Can permission={permissionFor(kind, 'toggle')}>
      <Switch name={t('switch', { name: part.name })} checked={toggle.isOn(part)} onChange={() => save(part)} />
    </Can>
  );
  return [{ id: 'status', header: common('on'), phone: 'state', cell }];
}

/** The parts of an object, each with its switch and menu. */
export function PartsTable<P extends Part>({ kind, parts }: { kind: PartKind<P>; parts: readonly P[] }) {
  const t = useTranslations(kind.texts);
  const common = useTranslations('common');
  const dialog = useDialogParam();
  const cannotAdd = useMissingPermission(permissionFor(kind, 'add')) ?? undefined;
  const cannotEdit = useMissingPermission(permissionFor(kind, 'edit')) ?? undefined;
  const cannotRemove = useMissingPermission(permissionFor(kind, 'remove')) ?? undefined;
  const switches = useSwitchColumn(kind);
  const edit = (part: P) => dialog.open(kind.dialog, partId(part));
  return (
    <SimpleTable
      caption={t('title')}
      rows={parts}
      rowId={partId}
      onOpenRow={edit}
      columns={[...kind.columns, ...switches]}
      end={(part) => (
        <Menu
          trigger={<IconButton icon="more" size="small" name={common('table.row_actions', { name: part.name })} />}
          entries={[
            { label: common('parts.edit'), icon: 'edit', reason: cannotEdit, onSelect: () => edit(part) },
            ...(kind.copy
              ? [
                  {
                    label: common('parts.copy'),
                    icon: 'copy' as const,
                    reason: cannotAdd,
                    onSelect: () => dialog.open(`copy-${kind.dialog}`, partId(part)),
                  },
                ]
              : []),
            'separator',
            {
              label: common('parts.delete'),
              icon: 'trash',
              danger: true,
              reason: cannotRemove,
              onSelect: () => dialog.open(`delete-${kind.dialog}`, partId(part)),
            },
          ]}
        />
      )}
    />
  );
}
