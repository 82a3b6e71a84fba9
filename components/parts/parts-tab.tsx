'use client';

import { useTranslations } from 'next-intl';
import { Can } from '@/components/layout/account/can';
import { useDialogParam } from '@/components/layout/page/use-dialog-param';
import { Panel } from '@/components/ui/content/panel';
import { Button } from '@/components/ui/controls/button';
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog';
import { notify } from '@/components/ui/overlays/toast';
import { NoPermission, NothingYet } from '@/components/ui/states/empty-state';
import { ErrorState } from '@/components/ui/states/error-state';
import { Skeleton } from '@/components/ui/states/skeleton';
import { type Part, type PartKind, partId, permissionFor } from './parts';
import { PartsTable } from './parts-table';

/** What came of asking for the parts: `parts` are undefined until they came. */
export type PartList<P> = { isAllowed: boolean; parts: readonly P[] | undefined; error: unknown; refetch: () => void };

function DeletePart<P extends Part>({ kind, part, onClose }: { kind: PartKind<P>; part: P; onClose: () => void }) {
  const t = useTranslations(kind.texts);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('delete.title', { name: part.name })}
      action={t('delete.action')}
      onConfirm={async () => {
        await kind.remove(part);
        notify({ kind: 'done', title: t('delete.done') });
      }}
    >
      {kind.impact(part)}
    </ConfirmDialog>
  );
}

/** The tab of an object's parts: list, form, switch and deletion, in each of the states a list can be in. */
export function PartsTab<P extends Part>({ kind, list }: { kind: PartKind<P>; list: PartList<P> }) {
  const t = useTranslations(kind.texts);
  const dialog = useDialogParam();
  const { isAllowed, parts, error, refetch } = list;
  const permission = permissionFor(kind, 'list');
  const edited = parts && dialog.rowOf(kind.dialog, parts, partId);
  const copied = parts && dialog.rowOf(`copy-${kind.dialog}`, parts, partId);
  const deleted = parts && dialog.rowOf(`delete-${kind.dialog}`, parts, partId);
  const add = (
    <Can permission={permissionFor(kind, 'add')}>
      <Button variant="primary" icon="plus" onClick={() => dialog.open(`add-${kind.dialog}`)}>
        {t('create')}
      </Button>
    </Can>
  );
  const body = () => {
    if (!isAllowed) return <NoPermission permission={permission} />;
    if (error && !parts)
      return <ErrorState name={t('title')} error={error} permission={permission} onRetry={refetch} />;
    if (!parts) return <Skeleton lines={6} className="p-4" />;
    if (parts.length > 0) return <PartsTable kind={kind} parts={parts} />;
    return (
      <NothingYet title={t('empty.title')} action={add}>
        {t('empty.text')}
      </NothingYet>
    );
  };
  const form = () => {
    if (dialog.isOpen(`add-${kind.dialog}`)) return kind.form(dialog.close);
    if (edited) return <div key={partId(edited)}>{kind.form(dialog.close, edited)}</div>;
    return copied && kind.copy ? <div key={partId(copied)}>{kind.copy(dialog.close, copied)}</div> : null;
  };
  const open = form();
  if (open && kind.isInPlace) return open;
  return (
    <>
      {parts && parts.length > 0 ? <div className="mb-3 flex justify-end">{add}</div> : null}
      <Panel padded={false}>{body()}</Panel>
      {open}
      {deleted ? <DeletePart key={partId(deleted)} kind={kind} part={deleted} onClose={dialog.close} /> : null}
    </>
  );
}
