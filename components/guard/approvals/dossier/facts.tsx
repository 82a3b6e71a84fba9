'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { ProtectionTags } from '@/components/guard/domains/protection-tags';
import { useDelivery } from '@/components/guard/releases/use-releases';
import { usePermission } from '@/components/layout/account/session';
import { useFormat } from '@/components/layout/preferences/use-format';
import { Dotted } from '@/components/ui/content/dotted';
import { type Fact, KeyValueList } from '@/components/ui/content/key-value-list';
import { CopyButton } from '@/components/ui/controls/copy-button';
import { Link } from '@/components/ui/controls/link';
import { query } from '@/lib/api/client';
import type { Dossier } from '@/lib/guard/approvals/contract';
import { policies } from '@/lib/guard/policies/contract';
import { unicodeName } from '@/lib/text/unicode-name';
import type { Open } from '../queue/use-queue';
import { isWaiting } from '../queue/waiting';

function Policy({ policy_id, name }: { policy_id: string; name: string | undefined }) {
  const t = useTranslations('guard.approvals.facts');
  const isAllowed = usePermission()('guard.policy.view');
  const { data } = useQuery({ ...query(policies.view, { params: { id: policy_id } }), enabled: isAllowed });
  if (!data) return name ? name : <code className="text-12 break-all">{policy_id}</code>;
  return (
    <>
      <Link href={`/guard/policies/${encodeURIComponent(policy_id)}`} className="link underline">
        {data.name}
      </Link>{' '}
      <span className="whitespace-nowrap text-ink-3">
        {t('rules', { cc: data.cc_rule_count, acl: data.acl_rule_count })}
      </span>
    </>
  );
}

/** How many of the owner's domains are in each state that occurs. */
function OwnerHistory({ owner }: { owner: Dossier['owner'] }) {
  const t = useTranslations('guard.approvals.facts');
  const counts = (['approved', 'rejected', 'in_review', 'unaudited'] as const).filter((state) => owner[state] > 0);
  const only = counts.reduce((sum, state) => sum + owner[state], 0) <= 1;
  if (only) return t('owner_first');
  return counts.map((state) => t(`owner_${state}`, { count: owner[state] })).join(t('separator'));
}

function useOwnerFacts(user_name: string, owner: Dossier['owner'] | undefined): Fact[] {
  const t = useTranslations('guard.approvals.facts');
  const format = useFormat();
  const nick = owner && owner.nick_name !== '' && owner.nick_name !== user_name ? owner.nick_name : null;
  return [
    {
      label: t('owner'),
      value: (
        <>
          {user_name} {nick ? <span className="text-ink-3">{nick}</span> : null}
        </>
      ),
    },
    ...(owner
      ? [
          { label: t('owner_since'), value: <span className="tabular-nums">{format.date(owner.ctime)}</span> },
          { label: t('owner_domains'), value: <OwnerHistory owner={owner} /> },
        ]
      : []),
  ];
}

function Cname({ cname }: { cname: string }) {
  return (
    <span className="flex items-start gap-1">
      <code className="min-w-0 text-12 leading-5">
        <Dotted name={cname} />
      </code>
      <span className="-my-1">
        <CopyButton text={cname} />
      </span>
    </span>
  );
}

/** On how many of its nodes the domain runs as it should; what nodes have not said is not claimed. */
function Delivered({ domain_id }: { domain_id: string }) {
  const t = useTranslations('guard.approvals.facts');
  const delivery = useDelivery(domain_id);
  if (!delivery) return null;
  const { nodes } = delivery;
  const running = nodes.filter((node) => node.state === 'running').length;
  const failed = nodes.filter((node) => node.state === 'failed').length;
  if (running === 0 && failed === 0) return t('not_delivered');
  return [
    t('delivered', { running, all: nodes.length }),
    ...(failed > 0 ? [t('delivery_failed', { count: failed })] : []),
  ].join(t('separator'));
}

/** Who asks for what: the facts that are neither good nor bad. */
export function Facts({ open: { domain, detail }, dossier }: { open: Open; dossier: Dossier | undefined }) {
  const t = useTranslations('guard.approvals.facts');
  const format = useFormat();
  const written = unicodeName(domain.domain);
  const time = (value: number) => <span className="tabular-nums">{format.exactTime(value)}</span>;
  const owner = useOwnerFacts(domain.user_name, dossier?.owner);
  const isAgain = isWaiting(domain) && domain.waits_since !== domain.ctime;
  const others = new Set([domain.ctime, domain.waits_since]);
  const facts: Fact[] = [
    {
      label: t('domain'),
      value: (
        <Link href={`/guard/domains/${encodeURIComponent(domain.domain_id)}`} className="link">
          <Dotted name={domain.domain} />
        </Link>
      ),
      mono: true,
    },
    ...(written ? [{ label: t('unicode'), value: <bdi>{written}</bdi> }] : []),
    ...(domain.asset_name
      ? [{ label: t('note'), value: <span className="whitespace-pre-line">{domain.asset_name}</span> }]
      : []),
    ...owner,
    { label: t('policy'), value: <Policy policy_id={domain.policy_id} name={dossier?.policy.name} /> },
    { label: t('switches'), value: <ProtectionTags switches={domain.switches} all /> },
    { label: t('cname'), value: <Cname cname={domain.cname} /> },
    ...(detail ? [{ label: t('nodes'), value: t('nodes_bound', { count: detail.nodes.length }) }] : []),
    { label: t('delivery'), value: <Delivered domain_id={domain.domain_id} /> },
    { label: t('ctime'), value: time(domain.ctime) },
    ...(isAgain ? [{ label: t('waits_since'), value: time(domain.waits_since) }] : []),
    ...(others.has(domain.utime) ? [] : [{ label: t('utime'), value: time(domain.utime) }]),
  ];
  return <KeyValueList facts={facts} labelWidth={96} className="content-start" />;
}
