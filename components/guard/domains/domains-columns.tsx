'use client';

import { useTranslations } from 'next-intl';
import { Identity } from '@/components/data-table/columns/identity';
import type { Column } from '@/components/data-table/columns/types';
import { PolicyName } from '@/components/guard/policies/policy-name';
import { TableTime } from '@/components/layout/preferences/time';
import { Copyable } from '@/components/ui/controls/copy-button';
import { type Domain, REJECTED, SWITCHES } from '@/lib/guard/domains/contract';
import { unicodeName } from '@/lib/text/unicode-name';
import { AuditState } from './audit-state';
import { ProtectionTags } from './protection-tags';
import { ReasonPopover, Rejection } from './reason-popover';
import { TRAFFIC_COLUMN, useMayReadTraffic } from './traffic/page-traffic';
import { TrafficCell } from './traffic/traffic-cell';
import { useModeName } from './use-mode-name';

/** The weaker words beside a domain: its note, else how people write its name. */
export const noteOf = ({ domain, asset_name }: Domain): string => asset_name || (unicodeName(domain) ?? '');

/** How much traffic each domain has; nothing for who may not read it. */
function useTrafficColumn(): Column<Domain>[] {
  const t = useTranslations('guard.domains.requests_24h');
  if (!useMayReadTraffic()) return [];
  return [
    {
      id: TRAFFIC_COLUMN,
      header: t('title'),
      phone: 'second',
      width: 134,
      align: 'right',
      cell: (row) => <TrafficCell domain_id={row.domain_id} />,
      value: null,
    },
  ];
}

/** The columns of the list; ids are the fields of DomainVO (spec 2.3), which are also the head of the CSV. */
export function useDomainColumns(): Column<Domain>[] {
  const t = useTranslations('guard.domains');
  const field = useTranslations('fields');
  const modeName = useModeName();
  const traffic = useTrafficColumn();
  return [
    {
      id: 'domain',
      header: t('fields.domain'),
      cell: (row) => <Identity name={row.domain} note={noteOf(row)} cut />,
    },
    { id: 'asset_name', header: field('note'), hidden: true, phone: 'second', cell: (row) => noteOf(row) },
    {
      id: 'audit_status',
      header: t('fields.audit_status'),
      phone: 'state',
      width: 148,
      cell: (row) => (
        <span className="inline-flex items-center gap-2">
          <AuditState status={row.audit_status} />
          {row.audit_status === REJECTED ? <ReasonPopover domain={row} /> : null}
        </span>
      ),
    },
    {
      id: 'policy_id',
      header: t('fields.policy'),
      phone: 'second',
      width: 148,
      folds: { into: 'domain', place: 'below' },
      cell: (row) => (
        <span className="inline-block max-w-39 truncate align-bottom text-ink-2 max-[1280px]:max-w-30">
          <PolicyName policy_id={row.policy_id} />
        </span>
      ),
    },
    {
      id: 'switches',
      header: t('fields.switches'),
      cell: (row) => <ProtectionTags switches={row.switches} />,
      value: (row) => SWITCHES.filter((key) => row.switches[key] === 1).join(' '),
    },
    {
      id: 'user_name',
      header: field('user_name'),
      yields: 2,
      cell: (row) => <span className="text-ink-2">{row.user_name}</span>,
    },
    ...traffic,
    { id: 'utime', header: field('utime'), yields: 1, cell: (row) => <TableTime value={row.utime} /> },
    {
      id: 'cname',
      header: t('fields.cname'),
      hidden: true,
      cell: (row) => <Copyable text={row.cname} name={t('fields.cname')} />,
    },
    {
      id: 'reason',
      header: t('fields.reason'),
      hidden: true,
      cell: (row) =>
        row.audit_status === REJECTED ? <Rejection domain={row} /> : <span className="text-ink-3">—</span>,
      value: null,
    },
    { id: 'mode', header: t('fields.mode'), hidden: true, cell: (row) => modeName(row.mode), value: (row) => row.mode },
    {
      id: 'domain_id',
      header: t('fields.domain_id'),
      hidden: true,
      cell: (row) => <code className="text-12">{row.domain_id}</code>,
    },
    { id: 'ctime', header: field('ctime'), hidden: true, cell: (row) => <TableTime value={row.ctime} /> },
  ];
}
