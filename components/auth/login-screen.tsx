'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useRef, useState } from 'react';
import { type SignInReason, safeNextPath } from '@/components/layout/navigation/next-path';
import { Field } from '@/components/ui/controls/field';
import { Input } from '@/components/ui/controls/input';
import { PasswordInput } from '@/components/ui/controls/password-input';
import { SubmitButton } from '@/components/ui/controls/submit-button';
import { useCountdown } from '@/components/ui/states/error-state';
import { Note } from '@/components/ui/states/note';
import { ApiError, send } from '@/lib/api/client';
import type { ConsoleSession } from '@/lib/auth/session/contract';
import { AuthFrame } from './auth-frame';
import { encodePassword } from './encode-password';
import { SignedInBeside } from './signed-in-beside';

type Failure = {
  kind: 'wrong' | 'throttled' | 'unreachable' | 'unavailable' | 'other';
  message: string;
  wait: number;
  at: number;
};

function failureOf(error: unknown): Failure {
  const at = Date.now();
  if (!(error instanceof ApiError)) return { kind: 'unreachable', message: '', wait: 0, at };
  if (error.status === 401) return { kind: 'wrong', message: '', wait: 0, at };
  if (error.status === 429) return { kind: 'throttled', message: '', wait: error.retryAfter || 5, at };
  if (error.status === 0) return { kind: 'unreachable', message: '', wait: 0, at };
  // Of what is before Parapet.
  if (error.message === '') return { kind: 'unavailable', message: String(error.status), wait: 0, at };
  return { kind: 'other', message: error.message, wait: 0, at };
}

function FailureNote({ failure, wait }: { failure: Failure; wait: number }) {
  const t = useTranslations('auth');
  switch (failure.kind) {
    case 'wrong':
      return (
        <Note meaning="rejected" role="alert" title={t('wrong.title')}>
          <span className="block text-12 text-ink-2">{t('wrong.text')}</span>
        </Note>
      );
    case 'throttled':
      return (
        <Note meaning="limited" role="alert" title={t('throttled.title')}>
          <span className="block text-12 text-ink-2">
            {wait > 0 ? t('throttled.wait', { seconds: wait }) : t('throttled.again')}
          </span>
        </Note>
      );
    case 'unreachable':
      return (
        <Note meaning="rejected" role="alert" title={t('unreachable.title')}>
          <span className="block text-12 text-ink-2">{t('unreachable.text')}</span>
        </Note>
      );
    case 'unavailable':
      return (
        <Note meaning="rejected" role="alert" title={t('unavailable.title', { status: failure.message })}>
          <span className="block text-12 text-ink-2">{t('unavailable.text')}</span>
        </Note>
      );
    case 'other':
      return (
        <Note meaning="rejected" role="alert">
          {failure.message}
        </Note>
      );
  }
}

export type LoginScreenProps = {
  oem_name: string;
  host: string;
  insecure_transport: boolean;
  version: string;
  /** Where to go afterwards; anything but a path of this origin leads home. */
  next: string | undefined;
  /** What brought them here, where it was not their own wish. */
  why: SignInReason | undefined;
};

/** Signing in. Errors never say which of the two was wrong. */
export function LoginScreen({ oem_name, host, insecure_transport, version, next, why }: LoginScreenProps) {
  const t = useTranslations('auth');
  const [userName, setUserName] = useState('');
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState({ userName: false, password: false });
  const [failure, setFailure] = useState<Failure | null>(null);
  const [pending, setPending] = useState(false);
  const [isDone, setDone] = useState(false);
  const wait = useCountdown(failure?.wait ?? 0, failure?.at);
  const userNameRef = useRef<HTMLInputElement>(null);
  const passwordRef = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending || wait > 0) return;
    const lacks = { userName: userName.trim() === '', password: password === '' };
    setMissing(lacks);
    if (lacks.userName) return userNameRef.current?.focus();
    if (lacks.password) return passwordRef.current?.focus();
    setPending(true);
    setFailure(null);
    try {
      const response = await send('/console/session', {
        method: 'POST',
        body: { username: userName.trim(), password: encodePassword(password) },
      });
      const { data } = (await response.json()) as { data: ConsoleSession };
      if (why === 'beside' && !data.need_change_password) return setDone(true);
      // What follows # never reaches the server; browsers carry it along to this page.
      const back = safeNextPath(`${next ?? ''}${window.location.hash}`);
      window.location.assign(data.need_change_password ? '/password' : back);
    } catch (error) {
      setFailure(failureOf(error));
      setPending(false);
      passwordRef.current?.focus();
    }
  };

  if (isDone) return <SignedInBeside version={version} />;
  return (
    <AuthFrame title={t('sign_in')} version={version}>
      <h1 className="mb-0.5">{t('sign_in')}</h1>
      <p className="mb-5 break-words text-ink-2">
        {oem_name ? (
          <>
            {oem_name} <span className="text-ink-3">· {host}</span>
          </>
        ) : (
          <span className="text-ink-3">{host}</span>
        )}
      </p>
      <form method="post" onSubmit={submit} noValidate className="flex flex-col gap-4">
        <noscript>
          <Note meaning="pending">{t('needs_script')}</Note>
        </noscript>
        {why ? <Note meaning="pending">{t(`why.${why}`)}</Note> : null}
        {insecure_transport ? (
          <Note meaning="pending" icon="lock">
            {t('insecure')}
          </Note>
        ) : null}
        <Field label={t('user_name')} error={missing.userName ? t('user_name_missing') : undefined}>
          {(aria) => (
            <Input
              {...aria}
              ref={userNameRef}
              name="username"
              autoComplete="username"
              autoCapitalize="off"
              spellCheck={false}
              value={userName}
              onChange={(event) => {
                setUserName(event.target.value);
                setMissing({ ...missing, userName: false });
              }}
            />
          )}
        </Field>
        <Field label={t('password')} error={missing.password ? t('password_missing') : undefined}>
          {(aria) => (
            <PasswordInput
              {...aria}
              ref={passwordRef}
              name="password"
              autoComplete="current-password"
              value={password}
              onChange={(event) => {
                setPassword(event.target.value);
                setMissing({ ...missing, password: false });
              }}
            />
          )}
        </Field>
        <SubmitButton
          size="large"
          pending={pending}
          reason={wait > 0 ? t('throttled.wait', { seconds: wait }) : undefined}
        >
          {pending ? t('signing_in') : t('sign_in')}
        </SubmitButton>
        {failure ? <FailureNote failure={failure} wait={wait} /> : null}
      </form>
    </AuthFrame>
  );
}
