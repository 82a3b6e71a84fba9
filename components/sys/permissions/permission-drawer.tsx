'use client';

import { useTranslations } from 'next-intl';
import { Tag } from '@/components/ui/content/tag';
import { Copyable } from '@/components/ui/controls/copy-button';
import { Drawer } from '@/components/ui/overlays/drawer';
import { Note } from '@/components/ui/states/note';
import type { PermissionFacts } from '@/lib/sys/permissions/contract';
import { PermissionHolders } from './permission-holders';
import { usePermissionFacts, usePermissionName } from './use-permission-tree';

/** The endpoints a permission opens. */
function Endpoints({ facts }: { facts: PermissionFacts }) {
  const t = useTranslations('sys.permissions');
  return (
    <ul className="flex flex-col gap-1 font-mono text-12">
      {facts.endpoints.map(({ method, path, platform_only }) => (
        <li key={`${method} ${path}`} className="flex flex-wrap items-center gap-x-2">
          <span className="w-12 flex-none text-ink-3">{method}</span>
          <span className="min-w-0 break-all">{path}</span>
          {platform_only && !facts.platform_only ? <Tag off>{t('platform_only')}</Tag> : null}
        </li>
      ))}
    </ul>
  );
}

/** One permission: what it opens, who has it and through which roles. */
export function PermissionDrawer({ full_key, onClose }: { full_key: string; onClose: () => void }) {
  const t = useTranslations('sys.permissions');
  const nameOf = usePermissionName();
  const facts = usePermissionFacts().get(full_key);
  return (
    <Drawer open onClose={onClose} title={nameOf(full_key)} subtitle={<Copyable text={full_key} name={t('key')} />}>
      <div className="flex flex-col gap-4">
        {facts?.platform_only ? (
          <Note meaning="unaudited" title={t('platform_only')}>
            {t('platform_only_text')}
          </Note>
        ) : null}
        {facts ? (
          <section className="flex flex-col gap-2">
            <h3 className="font-medium">{t('opens')}</h3>
            <Endpoints facts={facts} />
          </section>
        ) : null}
        <section className="flex flex-col gap-2">
          <h3 className="font-medium">{t('holders')}</h3>
          <PermissionHolders full_key={full_key} />
        </section>
      </div>
    </Drawer>
  );
}
