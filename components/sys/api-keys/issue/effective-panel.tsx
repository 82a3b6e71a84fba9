'use client';

import { useTranslations } from 'next-intl';
import { useSession } from '@/components/layout/account/session';
import { useFormat } from '@/components/layout/preferences/use-format';
import { useIsEffective } from '@/components/sys/permissions/permission-picker';
import { usePermissionName, usePermissionTree } from '@/components/sys/permissions/use-permission-tree';
import { Panel } from '@/components/ui/content/panel';
import { cx } from '@/components/ui/cx';

/** What the key will be able to do at this moment: the issuer's permissions, of these the scopes. */
export function EffectivePanel({ scopes }: { scopes: readonly string[] | 'all' }) {
  const t = useTranslations('sys.api-keys.effective');
  const isEffective = useIsEffective();
  const permissions = useSession().permissions.filter(isEffective);
  const format = useFormat();
  const nameOf = usePermissionName();
  const { modules } = usePermissionTree();
  const effective = scopes === 'all' ? permissions : permissions.filter((permission) => scopes.includes(permission));
  return (
    <Panel
      title={t('title')}
      source={t('of', { count: format.number(effective.length), total: format.number(permissions.length) })}
      // Browsers do not always see that the tree before it has come.
      className={cx('lg:sticky lg:top-3', modules && 'visible!')}
    >
      <p className="mb-2 text-12 text-ink-2">{t('formula')}</p>
      <div aria-live="polite">
        {effective.length === 0 ? <p className="text-ink-3">{t('nothing')}</p> : null}
        {scopes === 'all' ? <p className="font-medium">{t('everything', { count: permissions.length })}</p> : null}
      </div>
      {scopes !== 'all' && effective.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <ul tabIndex={0} aria-label={t('title')} className="max-h-80 overflow-auto">
          {effective.map((permission) => (
            <li
              key={permission}
              className="flex flex-wrap justify-between gap-x-3 border-b border-line py-1 last:border-b-0"
            >
              <span>{nameOf(permission)}</span>
              <code className="text-12 break-all text-ink-3">{permission}</code>
            </li>
          ))}
        </ul>
      ) : null}
      <p className="mt-3 border-t border-line pt-3 text-12 leading-(--lh-read) text-ink-2">{t('note')}</p>
    </Panel>
  );
}
