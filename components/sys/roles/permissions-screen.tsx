'use client';

import { useTranslations } from 'next-intl';
import { usePermissionPanel } from '@/components/sys/permissions/permission-panel';
import { PermissionTree } from '@/components/sys/permissions/permission-tree';
import { TreeFrame } from '@/components/sys/permissions/tree-frame';
import { usePermissionFacts } from '@/components/sys/permissions/use-permission-tree';
import { Tag } from '@/components/ui/content/tag';
import { RolesHead } from './roles-head';

/** Every permission there is; one opens who has it and what it opens. */
export function PermissionsScreen() {
  const t = useTranslations('sys.permissions');
  const facts = usePermissionFacts();
  const panel = usePermissionPanel();
  return (
    <>
      <RolesHead title={t('title')} />
      <TreeFrame>
        {(modules) => (
          <div className="flex flex-col gap-2">
            <p className="text-ink-2">{t('index_text')}</p>
            <PermissionTree
              modules={modules}
              label={t('title')}
              mode={{ kind: 'show', onOpen: panel.open }}
              marks={(key) => (facts.get(key)?.platform_only ? <Tag off>{t('platform_only')}</Tag> : null)}
            />
          </div>
        )}
      </TreeFrame>
      {panel.element}
    </>
  );
}
