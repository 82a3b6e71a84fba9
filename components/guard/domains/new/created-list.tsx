'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { OnboardingChecklist, OnboardingProgress } from '@/components/guard/onboarding/onboarding-checklist';
import { useLiveDomain } from '@/components/guard/onboarding/use-live-domain';
import { useOnboarding } from '@/components/guard/onboarding/use-onboarding';
import { useVerificationRound } from '@/components/guard/onboarding/use-watched-verification';
import { verificationQuery } from '@/components/guard/probes/verification';
import { usePermission } from '@/components/layout/account/session';
import { Icon } from '@/components/ui/content/icon';
import { State } from '@/components/ui/content/mark';
import { Panel } from '@/components/ui/content/panel';
import { ButtonLink } from '@/components/ui/controls/button';
import { cx } from '@/components/ui/cx';
import { NoPermission } from '@/components/ui/states/empty-state';
import { Refusal } from '@/components/ui/states/refusal';
import { Skeleton } from '@/components/ui/states/skeleton';
import { query } from '@/lib/api/client';
import { APPROVED, type DomainDetail, domains, REJECTED } from '@/lib/guard/domains/contract';
import { AuditState } from '../audit-state';

const POLL_MS = 5_000;
const LIST_SIZE = 100;

export type Created = { domain: string; domain_id: string };

/** The audit of each created domain, all in one request: the newest domains are the first of the list. */
function useAudits(created: readonly Created[]): (domain_id: string) => number | undefined {
  const isAllowed = usePermission()('guard.domain.list');
  const { data } = useQuery({
    ...query(domains.list, { query: { page: 1, size: LIST_SIZE } }),
    enabled: isAllowed,
    refetchInterval: ({ state }) => {
      const statusOf = new Map(state.data?.list.map((each) => [each.domain_id, each.audit_status]));
      const isOpen = ({ domain_id }: Created) => ![APPROVED, REJECTED].includes(statusOf.get(domain_id) ?? 0);
      return created.some(isOpen) ? POLL_MS : false;
    },
  });
  return (domain_id) => data?.list.find((each) => each.domain_id === domain_id)?.audit_status;
}

/** Whether the CNAME points here, as the last look found. */
function DnsState({ domain_id }: { domain_id: string }) {
  const t = useTranslations('guard.onboarding.list.dns');
  const { data } = useQuery({ ...verificationQuery(domain_id), enabled: false });
  if (!data)
    return (
      <State meaning="unaudited" shape="hollow" className="text-ink-3">
        {t('unknown')}
      </State>
    );
  return (
    <State meaning={data.dns_effective ? 'approved' : 'pending'} shape={data.dns_effective ? 'full' : 'half'}>
      {t(data.dns_effective ? 'done' : 'todo')}
    </State>
  );
}

function Steps({ domain }: { domain: DomainDetail }) {
  const t = useTranslations('guard.onboarding.list');
  const onboarding = useOnboarding(domain);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 px-(--panel-pad) pt-2.5 pb-1">
        <OnboardingProgress onboarding={onboarding} />
        <span className="flex-1" />
        <ButtonLink size="small" href={`/guard/domains/${domain.domain_id}`}>
          {t('open')}
        </ButtonLink>
      </div>
      <OnboardingChecklist onboarding={onboarding} />
    </>
  );
}

/** What is left for the one that is open. */
function OpenDomain({ domain_id }: { domain_id: string }) {
  const { domain, isAllowed, error } = useLiveDomain(domain_id);
  if (!isAllowed) return <NoPermission permission="guard.domain.view" />;
  if (domain) return <Steps domain={domain} />;
  return <div className="p-(--panel-pad)">{error ? <Refusal error={error} /> : <Skeleton lines={6} />}</div>;
}

function Row({
  created: { domain, domain_id },
  audit_status,
  isOpen,
  onToggle,
}: {
  created: Created;
  audit_status: number | undefined;
  isOpen: boolean;
  onToggle: () => void;
}) {
  const panel = `steps-${domain_id}`;
  return (
    <li className="border-b border-line last:border-b-0">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={panel}
        onClick={onToggle}
        className={cx(
          'grid w-full grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-2.5 gap-y-0.5 px-(--panel-pad) py-2 text-left hover:bg-hover sm:grid-cols-[16px_minmax(0,1fr)_136px_92px]',
          isOpen && 'bg-selected',
        )}
      >
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} className="text-ink-3" />
        <span className="font-medium break-all">{domain}</span>
        <span className="max-sm:order-last max-sm:col-span-2 max-sm:col-start-2 max-sm:text-12">
          <DnsState domain_id={domain_id} />
        </span>
        <span>{audit_status === undefined ? null : <AuditState status={audit_status} />}</span>
      </button>
      <div id={panel} hidden={!isOpen} className="border-t border-line">
        {isOpen ? <OpenDomain domain_id={domain_id} /> : null}
      </div>
    </li>
  );
}

/** The created domains, each with its states, live; one at a time shows what is left to do. */
export function CreatedList({ created }: { created: readonly Created[] }) {
  const t = useTranslations('guard.onboarding.list');
  const [open, setOpen] = useState(created[0]?.domain_id);
  const auditOf = useAudits(created);
  useVerificationRound(created.map((each) => each.domain_id));
  return (
    <Panel title={t('title')} source={t('live')} padded={false}>
      <ul aria-label={t('title')}>
        {created.map((each) => (
          <Row
            key={each.domain_id}
            created={each}
            audit_status={auditOf(each.domain_id)}
            isOpen={open === each.domain_id}
            onToggle={() => setOpen(open === each.domain_id ? undefined : each.domain_id)}
          />
        ))}
      </ul>
    </Panel>
  );
}
