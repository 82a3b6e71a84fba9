'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useRef, useState } from 'react';
import { focusFirstError } from '@/components/form/focus-first-error';
import { Button } from '@/components/ui/controls/button';
import { Field } from '@/components/ui/controls/field';
import { PasswordInput } from '@/components/ui/controls/password-input';
import { SubmitButton } from '@/components/ui/controls/submit-button';
import { useLeave } from '@/components/ui/controls/use-leave';
import { RefusalNote } from '@/components/ui/states/refusal';
import { useErrorText } from '@/components/ui/states/use-error-text';
import { ApiError, send } from '@/lib/api/client';
import { AuthFrame } from './auth-frame';
import { type PasswordFields, passwordProblems } from './password-rules';

export type PasswordScreenProps = {
  user_id: string;
  user_name: string;
  /** The server asks for the change: then the old password is not needed. */
  forced: boolean;
  version: string;
};

const FIELDS = ['old_password', 'password', 'repeat'] as const;
const EMPTY: PasswordFields = { old_password: '', password: '', repeat: '' };

/** Changing one's own password, by choice or because somebody else set it. */
export function PasswordScreen({ user_id, user_name, forced, version }: PasswordScreenProps) {
  const t = useTranslations('auth.change');
  const errorText = useErrorText();
  const [values, setValues] = useState(EMPTY);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<{ field?: string; error: unknown } | null>(null);
  const [pending, setPending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const leave = useLeave((name: string) => setTouched((before) => new Set([...before, name])));

  const problems = passwordProblems(values, forced);
  const errorOf = (name: keyof PasswordFields) => {
    if (refused?.field === name) return errorText(refused.error);
    const problem = touched.has(name) ? problems[name] : undefined;
    return problem ? t(problem) : undefined;
  };
  const focus = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    setTouched(new Set(FIELDS));
    const first = FIELDS.find((name) => problems[name]);
    if (first) return focus(first);
    setPending(true);
    setRefused(null);
    try {
      await send(`/console/api/sys/users/${encodeURIComponent(user_id)}/password`, {
        method: 'PUT',
        body: { password: values.password, ...(forced ? {} : { old_password: values.old_password }) },
      });
      window.location.assign('/');
    } catch (error) {
      const named = error instanceof ApiError ? error.envelope.data?.field : undefined;
      const field = FIELDS.find((name) => name === named);
      setRefused({ field, error });
      setPending(false);
      if (field) focusFirstError(form.current);
    }
  };

  const row = (name: keyof PasswordFields, autoComplete: string, hint?: string) => (
    <Field label={t(name)} hint={hint} error={errorOf(name)}>
      {(aria) => (
        <PasswordInput
          {...aria}
          name={name}
          autoComplete={autoComplete}
          value={values[name]}
          onBlur={() => values[name] !== '' && leave(name)}
          onChange={(event) => {
            const typed = event.target.value;
            setValues((before) => ({ ...before, [name]: typed }));
            if (refused?.field === name) setRefused(null);
          }}
        />
      )}
    </Field>
  );

  return (
    <AuthFrame title={t('title')} version={version}>
      <h1 className="mb-0.5">{t('title')}</h1>
      <p className="mb-5 break-words text-ink-2">{forced ? t('forced', { user_name }) : t('chosen', { user_name })}</p>
      <form ref={form} method="post" onSubmit={submit} noValidate className="flex flex-col gap-4">
        <input type="hidden" name="username" autoComplete="username" value={user_name} readOnly />
        {forced ? null : row('old_password', 'current-password')}
        {row('password', 'new-password', t('rule'))}
        {row('repeat', 'new-password')}
        <SubmitButton size="large" pending={pending}>
          {t('save')}
        </SubmitButton>
        {forced ? null : (
          <Button variant="quiet" onClick={() => window.history.back()}>
            {t('cancel')}
          </Button>
        )}
        {/* Below, so that the button which was pressed stays under the pointer. */}
        {refused && !refused.field ? <RefusalNote error={refused.error} /> : null}
      </form>
    </AuthFrame>
  );
}
