'use client';

import { useTranslations } from 'next-intl';
import { useList } from '@/components/layout/preferences/use-format';
import { keysOfModule } from '@/components/sys/permissions/tree';
import { usePermissionName, usePermissionTree } from '@/components/sys/permissions/use-permission-tree';
import { Note } from '@/components/ui/states/note';
import { matches } from '@/lib/auth/permissions';

const grants = (patterns: readonly string[], key: string) => patterns.some((pattern) => matches(pattern, key));

/** Which permissions a change of patterns adds and takes away, by name, before it is saved. */
export function RoleDifference({ before, after }: { before: readonly string[]; after: readonly string[] }) {
  const t = useTranslations('sys.roles');
  const list = useList();
  const { modules = [] } = usePermissionTree();
  const nameOf = usePermissionName();
  const keys = modules.flatMap(keysOfModule);
  const added = keys.filter((key) => grants(after, key) && !grants(before, key));
  const lost = keys.filter((key) => grants(before, key) && !grants(after, key));
  if (added.length + lost.length === 0) return null;
  return (
    <Note meaning={lost.length > 0 ? 'pending' : 'monitor'} role="status" title={t('difference')}>
      <ul className="mt-1 flex flex-col gap-1">
        {added.length > 0 ? <li>{t('adds', { count: added.length, names: list(added.map(nameOf)) })}</li> : null}
        {lost.length > 0 ? <li>{t('takes', { count: lost.length, names: list(lost.map(nameOf)) })}</li> : null}
      </ul>
    </Note>
  );
}
