'use client';

import { useTranslations } from 'next-intl';
import { Identity } from '@/components/data-table/columns/identity';
import type { Column } from '@/components/data-table/columns/types';
import { TableTime } from '@/components/layout/preferences/time';
import { useFormat } from '@/components/layout/preferences/use-format';
import { Tag } from '@/components/ui/content/tag';
import type { PolicyOverview } from '@/lib/guard/policies/contract';

/** The columns of the list; ids are the fields of PolicyVO (spec 2.5), which are also the head of the CSV. */
export function usePolicyColumns(): Column<PolicyOverview>[] {
  const t = useTranslations('guard.policies');
  const field = useTranslations('fields');
  const format = useFormat();
  const moreThan = (total: number) => t('more_domains', { count: total - 1, total });
  return [
    {
      id: 'name',
      header: field('name'),
      cell: (policy) => (
        <>
          <Identity name={policy.name} note={policy.comment} />
          {policy.is_default ? <Tag>{t('default')}</Tag> : null}
        </>
      ),
    },
    { id: 'comment', header: field('note'), hidden: true, phone: 'second', cell: (policy) => policy.comment },
    {
      id: 'domain_count',
      header: t('fields.domain_count'),
      phone: 'second',
      onPhone: ({ first_domain, domain_count }) =>
        domain_count > 1 ? `${first_domain} ${moreThan(domain_count)}` : first_domain || t('nowhere'),
      cell: ({ first_domain, domain_count }) =>
        domain_count === 0 ? (
          <span className="text-ink-3">{t('nowhere')}</span>
        ) : (
          <span className="text-ink-2">
            <span title={first_domain} className="inline-block max-w-39 truncate align-bottom max-[1280px]:max-w-30">
              {first_domain}
            </span>
            {domain_count > 1 ? ` ${moreThan(domain_count)}` : null}
          </span>
        ),
    },
    {
      id: 'user_name',
      header: field('user_name'),
      yields: 1,
      cell: (policy) => <span className="text-ink-2">{policy.user_name}</span>,
    },
    {
      id: 'cc_rule_count',
      header: t('fields.cc_rule_count'),
      align: 'right',
      cell: (policy) => format.number(policy.cc_rule_count),
    },
    {
      id: 'acl_rule_count',
      header: t('fields.acl_rule_count'),
      align: 'right',
      cell: (policy) => format.number(policy.acl_rule_count),
    },
    {
      id: 'bwl_rule_count',
      header: t('fields.bwl_rule_count'),
      align: 'right',
      cell: (policy) => format.number(policy.bwl_rule_count),
    },
    {
      id: 'utime',
      header: t('fields.changed'),
      phone: 'state',
      cell: ({ utime, changed_by }) => (
        <span className="text-ink-2">
          <TableTime value={utime} />
          {changed_by ? <span className="max-[1280px]:hidden">{` · ${changed_by}`}</span> : null}
        </span>
      ),
    },
    {
      id: 'policy_id',
      header: t('fields.policy_id'),
      hidden: true,
      cell: (policy) => <code className="text-12">{policy.policy_id}</code>,
    },
    { id: 'ctime', header: field('ctime'), hidden: true, cell: (policy) => <TableTime value={policy.ctime} /> },
  ];
}
