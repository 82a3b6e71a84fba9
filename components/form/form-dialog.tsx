'use client';

import { useTranslations } from 'next-intl';
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { Can } from '@/components/layout/account/can';
import { Button } from '@/components/ui/controls/button';
import { Dialog } from '@/components/ui/overlays/dialog';
import { FormAlert, type FormEdit } from './form-page';

export type FormDialogProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  submitLabel: string;
  size?: 'normal' | 'wide';
  /** Red where sending it takes something away from somebody. */
  tone?: 'primary' | 'danger';
  /** Why it cannot be sent now, as far as known; the server decides again. */
  refuse?: string;
  edit: FormEdit;
  children: ReactNode;
};

/** In a field of several lines Enter begins a line, so that Ctrl or Cmd with it sends from anywhere. */
function sendByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
  event.preventDefault();
  if (!event.repeat) event.currentTarget.requestSubmit();
}

/**
 * A form of at most six fields in a dialog; more are a page. Serves create and edit: mount it anew (`key`) for each
 * object, so that it begins with that object's values.
 */
export function FormDialog(props: FormDialogProps) {
  const { open, onClose, title, description, submitLabel, size, tone = 'primary', refuse, edit, children } = props;
  const t = useTranslations('common');
  const formId = useId();
  const close = () => edit.askToLeave(onClose);
  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      description={description}
      size={size}
      footer={
        <>
          <Button variant="quiet" onClick={close}>
            {t('cancel')}
          </Button>
          <Can permission={edit.permission}>
            <Button type="submit" form={formId} variant={tone} pending={edit.isPending} reason={refuse}>
              {edit.isPending ? t('form.saving') : submitLabel}
            </Button>
          </Can>
        </>
      }
    >
      <form
        id={formId}
        method="post"
        onSubmit={edit.submit}
        onKeyDown={sendByKey}
        noValidate
        className="flex flex-col gap-4.5"
      >
        {children}
        <FormAlert error={edit.formError} />
      </form>
    </Dialog>
  );
}
