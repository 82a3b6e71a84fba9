'use client';

import { useTranslations } from 'next-intl';
import { GrantTree } from '@/components/sys/permissions/grant-tree';
import { Panel } from '@/components/ui/content/panel';
import { Tag } from '@/components/ui/content/tag';
import type { Role } from '@/lib/sys/roles/contract';
import { isPlatformRole } from './role-kind';

/** What a role says, and what that really grants. */
export function RoleGrants({ role }: { role: Role }) {
  const t = useTranslations('sys.roles');
  return (
    <div className="flex flex-col gap-3">
      <Panel title={t('patterns')} source={t('patterns_source')}>
        {role.permissions.length === 0 ? (
          <p className="text-ink-3">{t('no_patterns')}</p>
        ) : (
          <ul className="flex flex-wrap gap-1.5">
            {role.permissions.map((pattern) => (
              <li key={pattern}>
                <Tag mono>{pattern}</Tag>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <GrantTree
        label={t('tabs.grants')}
        isPlatform={isPlatformRole(role)}
        sources={role.permissions.map((pattern) => ({ label: pattern, mono: true, patterns: [pattern] }))}
      />
    </div>
  );
}
