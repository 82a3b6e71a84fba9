'use client';

import { useTranslations } from 'next-intl';
import { DeleteDialog } from '@/components/form/delete-dialog';
import { CheckboxField, TextField } from '@/components/form/fields';
import { FormDialog } from '@/components/form/form-dialog';
import { useEndpointForm } from '@/components/form/use-endpoint-form';
import { type View, views } from '@/lib/sys/views/contract';
import type { ViewList } from '@/lib/sys/views/vocabulary';

export type ViewDialogKind = 'save' | 'rename' | 'delete';

type Asked = {
  /** Called with the view that the list is seen by from now on; null for none. */
  onChosen: (view_id: string | null) => void;
  onClose: () => void;
};

/** Keeps what the list shows under a new name. */
function SaveDialog({ list, query, onChosen, onClose }: Asked & { list: ViewList; query: string }) {
  const t = useTranslations('sys.views');
  const field = useTranslations('fields');
  const edit = useEndpointForm(views.create, {
    defaultValues: { list, query, name: '', shared: false, is_default: false },
    savedNotice: t('saved'),
    onSaved: ({ view_id }) => {
      onChosen(view_id);
      onClose();
    },
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t('save')}
      description={t('save_text')}
      submitLabel={t('save')}
      edit={edit}
    >
      <TextField form={edit.form} name="name" label={field('name')} />
      <CheckboxField form={edit.form} name="shared" label={t('share')} hint={t('share_hint')} />
      <CheckboxField form={edit.form} name="is_default" label={t('make_default')} hint={t('default_hint')} />
    </FormDialog>
  );
}

function RenameDialog({ view, onClose }: { view: View } & Pick<Asked, 'onClose'>) {
  const t = useTranslations('sys.views');
  const field = useTranslations('fields');
  const edit = useEndpointForm(views.edit, {
    params: { id: view.view_id },
    defaultValues: { name: view.name },
    savedNotice: t('renamed'),
    onSaved: onClose,
  });
  return (
    <FormDialog open onClose={onClose} title={t('rename')} submitLabel={t('rename')} edit={edit}>
      <TextField form={edit.form} name="name" label={field('name')} />
    </FormDialog>
  );
}

/** What is asked before a view is saved, renamed or deleted. */
export function ViewDialog({
  kind,
  view,
  ...asked
}: Asked & { kind: ViewDialogKind; list: ViewList; query: string; view: View | undefined }) {
  const t = useTranslations('sys.views');
  const { onChosen, onClose } = asked;
  if (kind === 'save') return <SaveDialog {...asked} />;
  if (!view) return null;
  if (kind === 'rename') return <RenameDialog view={view} onClose={onClose} />;
  return (
    <DeleteDialog
      endpoint={views.remove}
      id={view.view_id}
      title={t('delete_title', { name: view.name })}
      action={t('delete')}
      notice={t('deleted')}
      onClose={onClose}
      onDeleted={() => {
        onChosen(null);
        onClose();
      }}
    >
      {t(view.shared ? 'delete_shared' : 'delete_own')}
    </DeleteDialog>
  );
}
