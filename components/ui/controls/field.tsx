'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useId } from 'react';
import { Icon } from '@/components/ui/content/icon';
import { cx } from '@/components/ui/cx';

/** What the control inside a field must carry. */
export type FieldAria = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true; 'aria-required'?: true };

export type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  /** Replaces the hint. */
  error?: string;
  optional?: boolean;
  /** The control is not a labelable element (a group): the label becomes its heading. */
  group?: boolean;
  className?: string;
  /** Classes of the label, for one that is elsewhere on some screens. */
  labelClassName?: string;
  children: (aria: FieldAria) => ReactNode;
};

/** Label above, control, hint or error below. */
export function Field({ label, hint, error, optional, group, className, labelClassName, children }: FieldProps) {
  const t = useTranslations('common');
  const id = useId();
  const noteId = `${id}-note`;
  const aria: FieldAria = {
    id,
    ...(error || hint ? { 'aria-describedby': noteId } : {}),
    ...(error ? { 'aria-invalid': true as const } : {}),
  };
  const heading = (
    <>
      {label}
      {optional ? <span className="font-normal text-ink-3"> {t('optional')}</span> : null}
    </>
  );
  return (
    <div className={cx('flex min-w-0 flex-col gap-[5px]', className)}>
      {group ? (
        <span id={`${id}-label`} className="font-medium">
          {heading}
        </span>
      ) : (
        <label htmlFor={id} className={cx('font-medium', labelClassName)}>
          {heading}
        </label>
      )}
      {children(aria)}
      {error ? <FieldError id={noteId}>{error}</FieldError> : null}
      {!error && hint ? (
        <span id={noteId} className="text-12 text-ink-3">
          {hint}
        </span>
      ) : null}
    </div>
  );
}

/** The words under a control that was filled in wrongly. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <span id={id} className="flex items-start gap-[5px] text-12 text-danger">
      <Icon name="warning" size={14} className="mt-px" />
      <span className="min-w-0 break-words">{children}</span>
    </span>
  );
}
