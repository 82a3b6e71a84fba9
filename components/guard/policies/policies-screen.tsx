'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { curlOf } from '@/components/charts/export/curl';
import { DataTable } from '@/components/data-table/data-table';
import { ListHeader } from '@/components/data-table/list-header';
import { useListScreen } from '@/components/data-table/pages/use-list-screen';
import { Can, useMissingPermission } from '@/components/layout/account/can';
import { useDialogParam } from '@/components/layout/page/use-dialog-param';
import { Button } from '@/components/ui/button';
import { NothingYet } from '@/components/ui/empty-state';
import { type Policy, policies } from '@/lib/guard/policies/contract';
import { usePolicyColumns } from './policies-columns';

// Opened far less often than the list is loaded.
const PolicyDialog = dynamic(() => import('./policy-dialog').then((m) => m.PolicyDialog), { ssr: false });
const DeletePolicyDialog = dynamic(() => import('./delete-policy-dialog').then((m) => m.DeletePolicyDialog), {
  ssr: false,
});

const idOf = (policy: Policy) => policy.policy_id;

/** The policies of the tenant: list, create, edit, delete. */
export function PoliciesScreen() {
  const t = useTranslations('guard.policies');
  const dialog = useDialogParam();
  const list = useListScreen(policies.list, {
    columns: usePolicyColumns(),
    rowId: idOf,
    search: { param: 'keyword', placeholder: t('search') },
  });
  const cannotEdit = useMissingPermission('guard.policy.edit') ?? undefined;
  const cannotDelete = useMissingPermission('guard.policy.delete') ?? undefined;
  const edited = dialog.rowOf('edit', list.rows, idOf);
  const deleted = dialog.rowOf('delete', list.rows, idOf);

  const create = (
    <Can permission="guard.policy.create">
      <Button variant="primary" icon="plus" onClick={() => dialog.open('create')}>
        {t('create')}
      </Button>
    </Can>
  );
  return (
    <>
      <ListHeader list={list} title={t('title')} fileName="policies" add={create} />
      <DataTable
        list={list}
        caption={t('title')}
        rowName={(policy) => policy.name}
        rowHref={(policy) => `/guard/policies/${policy.policy_id}`}
        rowActions={(policy) => [
          {
            label: t('menu_edit'),
            icon: 'edit',
            reason: cannotEdit,
            onSelect: () => dialog.open('edit', policy.policy_id),
          },
          {
            label: t('menu_delete'),
            icon: 'trash',
            danger: true,
            reason: cannotDelete,
            onSelect: () => dialog.open('delete', policy.policy_id),
          },
        ]}
        empty={
          <NothingYet
            title={t('empty.title')}
            action={create}
            curl={curlOf(globalThis.location?.origin ?? '', policies.create.path, { name: 'Strict retail' })}
          >
            {t('empty.text')}
          </NothingYet>
        }
      />
      {dialog.isOpen('create') ? <PolicyDialog onClose={dialog.close} /> : null}
      {edited ? <PolicyDialog key={edited.policy_id} policy={edited} onClose={dialog.close} /> : null}
      {deleted ? <DeletePolicyDialog key={deleted.policy_id} policy={deleted} onClose={dialog.close} /> : null}
    </>
  );
}
