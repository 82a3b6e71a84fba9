'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useRules } from '@/components/guard/brute-force/use-rules';
import { originRows, readOrigin } from '@/components/guard/origins/origin-setting';
import { useReleases } from '@/components/guard/releases/use-releases';
import { useSettings } from '@/components/guard/settings/use-settings';
import { usePermission } from '@/components/layout/account/session';
import { type Tab, Tabs } from '@/components/ui/tabs';
import type { DomainDetail } from '@/lib/guard/domains/contract';
import { DomainHistory } from './domain-history';
import { DomainSummary } from './domain-summary';

// Each comes when its tab is first opened; the summary is what most visits need.
const OriginsTab = dynamic(() => import('@/components/guard/origins/origins-tab').then((m) => m.OriginsTab));
const NodesTab = dynamic(() => import('@/components/guard/nodes/nodes-tab').then((m) => m.NodesTab));
const CertificatesTab = dynamic(() =>
  import('@/components/guard/certs/bound/certificates-tab').then((m) => m.CertificatesTab),
);
const SettingsTab = dynamic(() => import('@/components/guard/settings/settings-tab').then((m) => m.SettingsTab));
const DnsTab = dynamic(() => import('@/components/guard/dns-config/dns-tab').then((m) => m.DnsTab));
const ReleasesTab = dynamic(() => import('@/components/guard/releases/releases-tab').then((m) => m.ReleasesTab));
const RulesTab = dynamic(() => import('@/components/guard/brute-force/rules-tab').then((m) => m.RulesTab));

/** Everything that belongs to a domain, part by part; the open part is in the URL. */
export function DomainTabs({ domain }: { domain: DomainDetail }) {
  const t = useTranslations('guard.domains.tabs');
  const can = usePermission();
  const { domain_id } = domain;
  const { settings } = useSettings(domain_id);
  const { rules } = useRules(domain_id);
  const { total: released } = useReleases(domain_id);
  const tabs: Tab<string>[] = [
    { value: 'summary', label: t('summary'), panel: () => <DomainSummary domain={domain} /> },
    {
      value: 'origins',
      label: t('origins'),
      count: settings && originRows(readOrigin(settings)).length,
      panel: () => <OriginsTab domain={domain} />,
    },
    {
      value: 'nodes',
      label: t('nodes'),
      count: domain.nodes.length,
      panel: () => <NodesTab domain={domain} />,
    },
    { value: 'protection', label: t('protection'), panel: () => <SettingsTab domain={domain} /> },
    {
      value: 'certificates',
      label: t('certificates'),
      count: domain.certs?.length ?? 0,
      panel: () => <CertificatesTab domain={domain} />,
    },
    { value: 'dns', label: t('dns'), panel: () => <DnsTab domain={domain} /> },
    {
      value: 'brute-force',
      label: t('brute_force'),
      count: rules?.length,
      panel: () => <RulesTab domain_id={domain_id} />,
    },
    {
      value: 'releases',
      label: t('releases'),
      count: released,
      panel: () => <ReleasesTab domain_id={domain_id} />,
    },
    ...(can('sys.audit.view')
      ? [{ value: 'history', label: t('history'), panel: () => <DomainHistory domain_id={domain_id} /> }]
      : []),
  ];
  return <Tabs name={t('name')} tabs={tabs} />;
}
