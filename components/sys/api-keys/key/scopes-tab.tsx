'use client';

import { useTranslations } from 'next-intl';
import { PermissionTree } from '@/components/sys/permissions/permission-tree';
import { TreeFrame } from '@/components/sys/permissions/tree-frame';
import { Panel } from '@/components/ui/content/panel';
import { ErrorState } from '@/components/ui/states/error-state';
import { Note } from '@/components/ui/states/note';
import { Skeleton } from '@/components/ui/states/skeleton';
import type { ApiKey } from '@/lib/sys/api-keys/contract';
import { useLeastPrivilege } from './use-least-privilege';

/** What a key may do at this moment: its holder's permissions, of these its scopes. */
export function ScopesTab({ apiKey }: { apiKey: ApiKey }) {
  const t = useTranslations('sys.api-keys.scopes_tab');
  const { data, error, refetch } = useLeastPrivilege(apiKey.key_id, 90);
  if (error && !data) return <ErrorState what="common.error.what.scopes" error={error} onRetry={() => refetch()} />;
  if (!data) return <Skeleton lines={10} />;
  const effective = new Set(data.permissions.map(({ permission }) => permission));
  const void_ = apiKey.scopes.filter((scope) => !effective.has(scope));
  return (
    <div className="flex flex-col gap-3">
      {void_.length > 0 ? (
        <Note meaning="pending" title={t('void_title', { count: void_.length })}>
          {t('void_text')} <code className="text-12 break-all">{void_.join(', ')}</code>
        </Note>
      ) : null}
      <Panel
        title={t('title')}
        source={apiKey.scopes.length === 0 ? t('inherits') : t('named', { count: apiKey.scopes.length })}
      >
        <p className="mb-3 text-ink-2">{t('text')}</p>
        <TreeFrame>
          {(modules) => (
            <PermissionTree
              modules={modules}
              label={t('title')}
              mode={{
                kind: 'show',
                grantOf: (key) => (effective.has(key) ? 'granted' : void_.includes(key) ? 'void' : 'none'),
              }}
            />
          )}
        </TreeFrame>
      </Panel>
    </div>
  );
}
