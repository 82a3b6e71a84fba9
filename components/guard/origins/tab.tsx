'use client';

import dynamic from 'next/dynamic';
import { useSettings } from '@/components/guard/settings/use-settings';
import { whenOnline } from '@/components/ui/states/when-online';
import type { ObjectTab } from '@/components/ui/tabs/object-tab';
import type { DomainDetail } from '@/lib/guard/domains/contract';
import { originRows, readOrigin } from './origin-setting';

const OriginsTab = dynamic(whenOnline(() => import('./origins-tab').then((m) => m.OriginsTab)));

export const origins: ObjectTab<DomainDetail> = {
  of: 'domain',
  value: 'origins',
  order: 10,
  label: 'guard.domains.tabs.origins',
  panel: (domain) => <OriginsTab domain={domain} />,
  Count: function OriginCount({ object }) {
    const { settings } = useSettings(object.domain_id);
    return settings && originRows(readOrigin(settings)).length;
  },
};
