'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Can } from '@/components/layout/account/can';
import { Button } from '@/components/ui/controls/button';
import { SubmitButton } from '@/components/ui/controls/submit-button';
import { cx } from '@/components/ui/cx';
import { FaultDetails } from '@/components/ui/states/error-facts';
import { Note } from '@/components/ui/states/note';
import { WayOut } from '@/components/ui/states/refusal';
import { SIGNED_OUT } from '@/components/ui/states/ways-out';
import type { FormError } from './server-error';
import type { EndpointForm, FormEndpoint } from './use-endpoint-form';

/** What a frame around fields needs of `useEndpointForm`, whatever the fields are. */
export type FormEdit = Pick<
  EndpointForm<FormEndpoint>,
  'submit' | 'isPending' | 'permission' | 'formError' | 'askToLeave'
>;

/** A refusal that belongs to no field, and where it is mended, if somewhere; a fault has what support asks for. */
export function FormAlert({ error }: { error: FormError | null }) {
  const t = useTranslations('common.form');
  if (!error) return null;
  return (
    <Note meaning="rejected" role="alert">
      {error.err_key === SIGNED_OUT ? t('session_ended') : error.message} <WayOut errKey={error.err_key} />
      <FaultDetails error={error.cause} />
    </Note>
  );
}

/** A form that is a page or a panel: one column of at most 640 px, its buttons at the end. */
export function FormPage({
  edit,
  submitLabel,
  onCancel,
  wide,
  children,
}: {
  edit: FormEdit;
  submitLabel: string;
  onCancel?: () => void;
  /** As wide as the page, for a part that needs it; the plain fields keep to the form's width themselves. */
  wide?: boolean;
  children: ReactNode;
}) {
  const t = useTranslations('common');
  return (
    <form
      method="post"
      onSubmit={edit.submit}
      noValidate
      className={cx('flex flex-col gap-4.5', !wide && 'max-w-(--form-w)')}
    >
      {children}
      <div className="flex flex-wrap gap-2">
        <Can permission={edit.permission}>
          <SubmitButton pending={edit.isPending}>{edit.isPending ? t('form.saving') : submitLabel}</SubmitButton>
        </Can>
        {onCancel ? (
          <Button variant="quiet" onClick={() => edit.askToLeave(onCancel)}>
            {t('cancel')}
          </Button>
        ) : null}
      </div>
      {/* Below, so that the button which was pressed stays under the pointer. */}
      <FormAlert error={edit.formError} />
    </form>
  );
}
