'use client';

import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { usePermission, useSession } from '@/components/layout/account/session';
import { CodeBlock } from '@/components/ui/content/code-block';
import { Button } from '@/components/ui/controls/button';
import { CopyButton } from '@/components/ui/controls/copy-button';
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

/**
 * Nothing yet: what the first one does, one action, and the same from a script. Of things that belong to users, somebody
 * who sees only their own learns that others may have some.
 */
export function NothingYet({
  owned,
  title,
  children,
  action,
  permission,
  curl,
}: {
  owned?: true;
  title: string;
  children: ReactNode;
  action?: ReactNode;
  /** What the script needs: who lacks it gets none, since the action names it already. */
  permission?: string;
  curl?: string;
}) {
  const t = useTranslations('common.empty');
  const can = usePermission();
  const script = permission === undefined || can(permission) ? curl : undefined;
  const isPartial = useSession().tier === 'user' && owned === true;
  return (
    <EmptyFrame
      title={isPartial ? t('none_visible') : title}
      actions={action}
      below={script ? <CodeBlock code={`# ${t('from_script')}\n${script}`} caption={t('from_script')} /> : null}
    >
      {isPartial ? t('none_visible_text') : children}
    </EmptyFrame>
  );
}

/** The search and the filters leave nothing over: which they are, and the way back. */
export function NoMatch({
  query,
  filters,
  isSoFar = false,
  onClear,
}: {
  query: string | null;
  filters: readonly { label: string; value: string }[];
  /** Not everything was searched. */
  isSoFar?: boolean;
  onClear: () => void;
}) {
  const t = useTranslations('common.empty');
  const list = new Intl.ListFormat(useLocale(), { type: 'conjunction' });
  const named = list.format(filters.map(({ label, value }) => t('filter', { label, value })));
  const said = () => {
    if (query === null) return t('no_match_filters', { filters: named });
    return filters.length > 0 ? t('no_match_both', { query, filters: named }) : t('no_match_query', { query });
  };
  return (
    <EmptyFrame
      title={t(isSoFar ? 'no_match_so_far' : 'no_match')}
      actions={<Button onClick={onClear}>{t('clear_filters')}</Button>}
    >
      {said()}
    </EmptyFrame>
  );
}

/** Who can give the caller more: of a tenant's users its administrator, of that one and of platform staff the platform's. */
export const useGranter = () => (useSession().tier === 'user' ? 'tenant' : 'platform');

/** The caller's roles lack a permission, which is named so that it can be asked for. */
export function NoPermission({ permission }: { permission: string }) {
  const t = useTranslations('common.empty');
  const by = useGranter();
  return (
    <EmptyFrame
      title={t('no_permission')}
      actions={<CopyButton variant="secondary" label={t('copy_request')} text={t('request_text', { permission })} />}
    >
      {t.rich('no_permission_text', { by, key: () => <code className="text-12">{permission}</code> })}
    </EmptyFrame>
  );
}
