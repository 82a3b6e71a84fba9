'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { VerifyPanel } from '@/components/guard/probes/verify-panel';
import { usePermission } from '@/components/layout/account/session';
import { Panel } from '@/components/ui/content/panel';
import { ButtonLink } from '@/components/ui/controls/button';
import { NoPermission } from '@/components/ui/states/empty-state';
import { ErrorState } from '@/components/ui/states/error-state';
import { Skeleton } from '@/components/ui/states/skeleton';
import { query } from '@/lib/api/client';
import { dnsConfig } from '@/lib/guard/dns-config/contract';
import type { DomainDetail } from '@/lib/guard/domains/contract';
import { DnsConfigForm } from './dns-config-form';

const PERMISSION = 'guard.domain.settings';

/** What the world sees of a domain's DNS, and how its scheduling switches. */
export function DnsTab({ domain }: { domain: DomainDetail }) {
  const t = useTranslations('guard.dns-config');
  const schedule = useTranslations('guard.schedules');
  const isAllowed = usePermission()(PERMISSION);
  const { data, error, refetch } = useQuery({
    ...query(dnsConfig.view, { params: { id: domain.domain_id } }),
    enabled: isAllowed,
  });
  const body = () => {
    if (!isAllowed) return <NoPermission permission={PERMISSION} />;
    if (data) return <DnsConfigForm domain_id={domain.domain_id} config={data} />;
    if (error)
      return (
        <ErrorState
          what="common.error.what.dns_settings"
          error={error}
          permission={PERMISSION}
          onRetry={() => refetch()}
        />
      );
    return <Skeleton lines={6} />;
  };
  return (
    <div className="grid items-start gap-3 lg:grid-cols-2">
      <VerifyPanel domain={domain} />
      <Panel
        title={t('title')}
        actions={
          <ButtonLink size="small" href={`/guard/schedules/${domain.domain_id}`}>
            {schedule('to_schedule')}
          </ButtonLink>
        }
      >
        {body()}
      </Panel>
    </div>
  );
}
