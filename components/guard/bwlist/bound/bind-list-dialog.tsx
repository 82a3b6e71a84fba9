'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { fetchPages } from '@/components/data-table/export/fetch-pages';
import { useEndpointAction } from '@/components/form/use-endpoint-action';
import { useMissingPermission } from '@/components/layout/account/can';
import { Combobox } from '@/components/ui/controls/combobox';
import { Field } from '@/components/ui/controls/field';
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog';
import { bwlist, type IpSet, MAX_SETS } from '@/lib/guard/bwlist/contract';
import { type Policy, policies } from '@/lib/guard/policies/contract';
import { useSetType } from '../set-type';

/** The lists the caller can choose, newest first: as many as a user has at most. */
function useLists(): readonly IpSet[] {
  const { data } = useQuery({
    queryKey: [bwlist.list.path, 'first', MAX_SETS],
    queryFn: ({ signal }) => fetchPages(bwlist.list, { query: {} }, MAX_SETS, { signal }),
  });
  return data?.list ?? [];
}

/** Binds one of the caller's lists to a policy; one that is in another leaves that. */
export function BindListDialog({ policy, onClose }: { policy: Policy; onClose: () => void }) {
  const t = useTranslations('guard.bwlist.bound');
  const common = useTranslations('common');
  const typeOf = useSetType();
  const [chosen, choose] = useState<number | null>(null);
  const missing = useMissingPermission('guard.bwlist.edit') ?? undefined;
  const lists = useLists();
  const bind = useEndpointAction(bwlist.bind, {
    notice: t('done'),
    invalidates: [policies.list.path, bwlist.search.path],
  });
  const whereIs = ({ policy_id }: IpSet) =>
    t(policy_id === '' ? 'free' : policy_id === policy.policy_id ? 'here' : 'elsewhere');
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('bind_title', { name: policy.name })}
      action={t('bind')}
      tone="primary"
      keep={common('cancel')}
      refuse={missing ?? (chosen === null ? t('choose_first') : undefined)}
      onConfirm={() => bind({ params: { id: String(chosen) }, body: { policy_id: policy.policy_id } })}
    >
      <Field label={t('pick')}>
        {(aria) => (
          <Combobox
            {...aria}
            value={chosen}
            onChange={choose}
            placeholder={t('choose')}
            options={lists.map((set) => ({
              value: set.id,
              label: set.name,
              hint: `${typeOf(set.ip_set_type).word} · ${whereIs(set)}`,
              disabled: set.policy_id === policy.policy_id,
            }))}
          />
        )}
      </Field>
    </ConfirmDialog>
  );
}
