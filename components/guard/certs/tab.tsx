'use client';

import dynamic from 'next/dynamic';
import { whenOnline } from '@/components/ui/states/when-online';
import type { ObjectTab } from '@/components/ui/tabs/object-tab';
import type { DomainDetail } from '@/lib/guard/domains/contract';

const CertificatesTab = dynamic(whenOnline(() => import('./bound/certificates-tab').then((m) => m.CertificatesTab)));

export const certificates: ObjectTab<DomainDetail> = {
  of: 'domain',
  value: 'certificates',
  order: 40,
  label: 'guard.domains.tabs.certificates',
  panel: (domain) => <CertificatesTab domain={domain} />,
  Count: ({ object }) => object.certs?.length ?? 0,
};
