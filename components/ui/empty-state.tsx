'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from './button';
import { CodeBlock } from './code-block';
import { CopyButton } from './copy-button';
import { Wall } from './wall';

/** The frame all empty states share. */
export function EmptyFrame({
  title,
  children,
  actions,
  below,
  wholePage,
}: {
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  below?: ReactNode;
  /** It is all the page has: its title is the page's. */
  wholePage?: boolean;
}) {
  const Heading = wholePage ? 'h1' : 'h2';
  return (
    <div className="flex flex-col items-center gap-1.5 px-6 py-13 text-center">
      <Wall />
      <Heading className="mt-2.5">{title}</Heading>
      {children ? <p className="max-w-110 leading-(--lh-read) text-balance text-ink-2">{children}</p> : null}
      {actions ? <div className="mt-2.5 flex flex-wrap justify-center gap-2">{actions}</div> : null}
      {below ? <div className="mt-4 flex w-full max-w-150 justify-center">{below}</div> : null}
    </div>
  );
}

/** Nothing yet: what the first one does, one action, and the same from a script. */
export function NothingYet({
  title,
  children,
  action,
  curl,
}: {
  title: string;
  children: ReactNode;
  action?: ReactNode;
  curl?: string;
}) {
  const t = useTranslations('common.empty');
  return (
    <EmptyFrame
      title={title}
      actions={action}
      below={curl ? <CodeBlock code={`# ${t('from_script')}\n${curl}`} caption={t('from_script')} /> : null}
    >
      {children}
    </EmptyFrame>
  );
}

/** The filters leave nothing over. */
export function NoMatch({ onClear }: { onClear: () => void }) {
  const t = useTranslations('common.empty');
  return (
    <EmptyFrame title={t('no_match')} actions={<Button onClick={onClear}>{t('clear_filters')}</Button>}>
      {t('no_match_text')}
    </EmptyFrame>
  );
}

/** The caller's roles lack a permission, which is named so that it can be asked for. */
export function NoPermission({ permission }: { permission: string }) {
  const t = useTranslations('common.empty');
  return (
    <EmptyFrame
      title={t('no_permission')}
      actions={<CopyButton variant="secondary" label={t('copy_request')} text={t('request_text', { permission })} />}
    >
      {t.rich('no_permission_text', { key: () => <code className="text-12">{permission}</code> })}
    </EmptyFrame>
  );
}

/** The object exists but waits for a decision: who asked and when. */
export function NotApprovedYet({ children, action }: { children: ReactNode; action?: ReactNode }) {
  const t = useTranslations('common.empty');
  return (
    <EmptyFrame title={t('not_approved')} actions={action}>
      {children}
    </EmptyFrame>
  );
}
