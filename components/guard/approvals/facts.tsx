'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { AuditState } from '@/components/guard/domains/audit-state';
import { ProtectionTags } from '@/components/guard/domains/protection-tags';
import { unicodeName } from '@/components/guard/domains/unicode-name';
import { usePermission } from '@/components/layout/session';
import { useFormat } from '@/components/layout/use-format';
import { CopyButton } from '@/components/ui/copy-button';
import { type Fact, KeyValueList } from '@/components/ui/key-value-list';
import { query } from '@/lib/api/client';
import type { Domain, DomainDetail } from '@/lib/guard/domains/contract';
import { policies } from '@/lib/guard/policies/contract';
import type { Open, Queue } from './use-queue';
import { useRelatives } from './use-relatives';

const SHOWN_RELATIVES = 5;

function Policy({ policy_id }: { policy_id: string }) {
  const t = useTranslations('guard.approvals.facts');
  const isAllowed = usePermission()('guard.policy.view');
  const { data } = useQuery({ ...query(policies.view, { params: { id: policy_id } }), enabled: isAllowed });
  if (!data) return <code className="text-12 break-all">{policy_id}</code>;
  return (
    <>
      <Link href={`/guard/policies/${encodeURIComponent(policy_id)}`} className="link">
        {data.name}
      </Link>{' '}
      <span className="whitespace-nowrap text-ink-3">
        {t('rules', { cc: data.cc_rule_count, acl: data.acl_rule_count })}
      </span>
    </>
  );
}

/** Who else has names there: a different owner is what an approver looks for. */
function Relatives({ others, user_id }: { others: readonly Domain[]; user_id: string }) {
  const t = useTranslations('guard.approvals.facts');
  if (others.length === 0) return <span className="text-ink-3">{t('relatives_none')}</span>;
  return (
    <ul className="flex flex-col gap-0.5">
      {others.slice(0, SHOWN_RELATIVES).map((each) => (
        <li key={each.domain_id} className="flex flex-wrap items-center gap-x-2">
          <span className="break-all">{each.domain}</span>
          <span className={each.user_id === user_id ? 'text-ink-3' : 'font-medium'}>{each.user_name}</span>
          <span className="text-12 text-ink-2">
            <AuditState status={each.audit_status} />
          </span>
        </li>
      ))}
      {others.length > SHOWN_RELATIVES ? (
        <li className="text-ink-3">{t('relatives_more', { count: others.length - SHOWN_RELATIVES })}</li>
      ) : null}
    </ul>
  );
}

function certificateWords(t: ReturnType<typeof useTranslations>, { auto_cert }: Domain, detail: DomainDetail): string {
  const bound = detail.certs?.length ?? 0;
  if (bound > 0) return t('certificates', { count: bound });
  return auto_cert ? t('certificate_auto') : t('certificate_none');
}

/** What is known of the domain now, and nothing that is not. */
export function Facts({ open, queue }: { open: Open; queue: Queue }) {
  const t = useTranslations('guard.approvals.facts');
  const format = useFormat();
  const { domain, detail } = open;
  const { parent, others } = useRelatives(domain);
  const written = unicodeName(domain.domain);
  const more = queue.rows.filter((row) => row.user_id === domain.user_id).length - 1;

  const identity: Fact[] = [
    {
      label: t('domain'),
      value: (
        <Link href={`/guard/domains/${encodeURIComponent(domain.domain_id)}`} className="link">
          {domain.domain}
        </Link>
      ),
      mono: true,
    },
    ...(written ? [{ label: t('unicode'), value: <bdi>{written}</bdi> }] : []),
    {
      label: t('owner'),
      value: (
        <>
          {domain.user_name}{' '}
          {more > 0 ? <span className="text-ink-3">{t('owner_waiting', { count: more })}</span> : null}
        </>
      ),
    },
    ...(domain.asset_name
      ? [{ label: t('note'), value: <span className="whitespace-pre-line">{domain.asset_name}</span> }]
      : []),
    { label: t('ctime'), value: <span className="tabular-nums">{format.exactTime(domain.ctime)}</span> },
    ...(domain.utime === domain.ctime
      ? []
      : [{ label: t('utime'), value: <span className="tabular-nums">{format.exactTime(domain.utime)}</span> }]),
    ...(others
      ? [
          {
            label: t('relatives', { parent }),
            value: <Relatives others={others} user_id={domain.user_id} />,
            key: 'relatives',
          },
        ]
      : []),
  ];
  const setup: Fact[] = [
    { label: t('policy'), value: <Policy policy_id={domain.policy_id} /> },
    { label: t('switches'), value: <ProtectionTags switches={domain.switches} all /> },
    {
      label: t('cname'),
      value: (
        <span className="flex items-start gap-1">
          <code className="min-w-0 text-12 leading-5 break-all">{domain.cname}</code>
          <span className="-my-1">
            <CopyButton text={domain.cname} />
          </span>
        </span>
      ),
    },
    ...(detail
      ? [
          { label: t('nodes'), value: t('nodes_bound', { count: detail.nodes.length }) },
          { label: t('certificate'), value: certificateWords(t, domain, detail) },
        ]
      : []),
  ];
  return (
    <div className="grid gap-x-8 gap-y-1.5 min-[1360px]:grid-cols-2">
      <KeyValueList facts={identity} className="content-start" />
      <KeyValueList facts={setup} className="content-start" />
    </div>
  );
}
