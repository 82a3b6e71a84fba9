'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { BulkAction } from '@/components/data-table/columns/types';
import { ChosenNames } from '@/components/data-table/selection/chosen-names';
import { Field } from '@/components/ui/controls/field';
import { whenOnline } from '@/components/ui/states/when-online';
import { call } from '@/lib/api/client';
import { APPROVED, type Domain, domains } from '@/lib/guard/domains/contract';

const PolicyPicker = dynamic(
  whenOnline(() => import('@/components/guard/policies/policy-picker').then((m) => m.PolicyPicker)),
  {
    ssr: false,
    loading: () => <span className="block h-(--ctl)" />,
  },
);

/** Deleting more than this wants their number typed, also where none is served. */
const MANY = 10;

/** Switches the WAF of a row; its code comes when it is first wanted. */
async function switchWaf({ domain_id }: Domain, on: boolean): Promise<void> {
  const settings = await import('@/components/guard/settings/switch-waf');
  await settings.switchWaf(domain_id, on);
}

/** What a selection of domains can do: another policy for all of them, the WAF on or off, or deletion. */
export function useDomainBulk(): BulkAction<Domain>[] {
  const t = useTranslations('guard.domains');
  const [policy_id, choose] = useState<string | null>(null);
  const served = (rows: readonly Domain[]) => rows.filter((row) => row.audit_status === APPROVED).length;
  const waf = (on: boolean): BulkAction<Domain> => ({
    label: t(on ? 'bulk.waf_on' : 'bulk.waf_off'),
    done: (count) => t(on ? 'bulk.waf_on_done' : 'bulk.waf_off_done', { count }),
    permission: 'guard.domain.edit',
    confirm: (rows) => ({
      title: t(on ? 'bulk.waf_on_title' : 'bulk.waf_off_title', { count: rows.length }),
      action: t(on ? 'bulk.waf_on' : 'bulk.waf_off'),
      body: (
        <>
          {t(on ? 'bulk.waf_on_text' : 'bulk.waf_off_text', { count: served(rows) })}
          <ChosenNames names={rows.map(({ domain }) => domain)} />
        </>
      ),
    }),
    run: (row) => switchWaf(row, on),
  });
  return [
    {
      label: t('bulk.policy'),
      done: (count) => t('bulk.policy_done', { count }),
      permission: 'guard.domain.edit',
      confirm: (rows) => ({
        title: t('bulk.policy_title', { count: rows.length }),
        action: t('bulk.policy'),
        refuse: policy_id === null ? t('bulk.policy_first') : undefined,
        body: (
          <Field label={t('fields.policy')} hint={t('bulk.policy_hint', { count: served(rows) })}>
            {(aria) => <PolicyPicker {...aria} value={policy_id} onChange={choose} />}
          </Field>
        ),
      }),
      run: (row) => call(domains.edit, { params: { id: row.domain_id }, body: { policy_id: policy_id ?? '' } }),
    },
    waf(true),
    waf(false),
    {
      label: t('bulk.delete'),
      done: (count) => t('bulk.delete_done', { count }),
      danger: true,
      permission: 'guard.domain.delete',
      confirm: (rows) => ({
        title: t('bulk.delete_title', { count: rows.length }),
        action: t('bulk.delete_action', { count: rows.length }),
        typeName: served(rows) > 0 || rows.length > MANY ? t('bulk.delete_name', { count: rows.length }) : undefined,
        body: (
          <>
            {t('bulk.delete_text', { count: served(rows) })}
            <ChosenNames names={rows.map(({ domain }) => domain)} />
          </>
        ),
      }),
      run: (row) => call(domains.remove, { params: { id: row.domain_id } }),
    },
  ];
}
