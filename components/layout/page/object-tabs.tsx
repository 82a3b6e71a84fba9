'use client';

import { useTranslations } from 'next-intl';
import type { ObjectTab } from '@/components/ui/tabs/object-tab';
import { Tabs } from '@/components/ui/tabs/tabs';
import { objectTabs } from '@/lib/generated/tabs';
import { usePermission } from '../account/session';

/** The tabs of an object's page, in their order; those that the reader may not see are left out. */
export function ObjectTabs<T>({ of, object, name }: { of: string; object: T; name: string }) {
  const t = useTranslations();
  const can = usePermission();
  const tabs = (objectTabs as readonly ObjectTab<T>[])
    .filter((tab) => tab.of === of && (tab.permission === undefined || can(tab.permission)))
    .sort((a, b) => a.order - b.order);
  return (
    <Tabs
      name={name}
      tabs={tabs.map(({ value, label, params, panel, Count }) => ({
        value,
        label: t(label),
        params,
        count: Count && <Count object={object} />,
        panel: () => panel(object),
      }))}
    />
  );
}
