'use client';

import { useTranslations } from 'next-intl';
import { parseAsString, useQueryState } from 'nuqs';
import { curlOf } from '@/components/charts/export/curl';
import { DataTable } from '@/components/data-table/data-table';
import { ListHeader } from '@/components/data-table/list-header';
import { useListScreen } from '@/components/data-table/pages/use-list-screen';
import { RuleSearch } from '@/components/guard/rule-search/rule-search';
import { Can, useMissingPermission } from '@/components/layout/account/can';
import { useDialogParam } from '@/components/layout/page/use-dialog-param';
import { latePart } from '@/components/layout/preferences/late-part';
import { Button, ButtonLink } from '@/components/ui/controls/button';
import { NothingYet } from '@/components/ui/states/empty-state';
import { type PolicyOverview, policies } from '@/lib/guard/policies/contract';
import { usePolicyColumns } from './policies-columns';

// Opened far less often than the list is loaded.
const PolicyDialog = latePart(() => import('./policy-dialog').then((m) => m.PolicyDialog));
const DeletePolicyDialog = latePart(() => import('./delete-policy-dialog').then((m) => m.DeletePolicyDialog));

const idOf = (policy: PolicyOverview) => policy.policy_id;

/** The policies of the tenant, or, where the URL asks for them, the rules of all of them. */
export function PoliciesScreen() {
  const [shown] = useQueryState('show', parseAsString);
  return shown === 'rules' ? <RuleSearch /> : <PolicyList />;
}

/** List, create, edit, delete. */
function PolicyList() {
  const t = useTranslations('guard.policies');
  const dialog = useDialogParam();
  const list = useListScreen(policies.overview, {
    columns: usePolicyColumns(),
    rowId: idOf,
    search: { param: 'keyword', placeholder: t('search') },
  });
  const cannotEdit = useMissingPermission('guard.policy.edit') ?? undefined;
  const cannotCreate = useMissingPermission('guard.policy.create') ?? undefined;
  const cannotDelete = useMissingPermission('guard.policy.delete') ?? undefined;
  const edited = dialog.rowOf('edit', list.rows, idOf);
  const copied = dialog.rowOf('copy', list.rows, idOf);
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
      <ListHeader
        list={list}
        title={t('title')}
        fileName="policies"
        add={
          <>
            <ButtonLink icon="search" href="/guard/policies?show=rules">
              {t('search_rules')}
            </ButtonLink>
            {create}
          </>
        }
      />
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
            label: t('menu_copy'),
            icon: 'copy',
            reason: cannotCreate,
            onSelect: () => dialog.open('copy', policy.policy_id),
          },
          'separator',
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
            owned
            title={t('empty.title')}
            action={create}
            permission="guard.policy.create"
            curl={curlOf(globalThis.location?.origin ?? '', policies.create.path, { name: 'Strict retail' })}
          >
            {t('empty.text')}
          </NothingYet>
        }
      />
      {dialog.isOpen('create') ? <PolicyDialog onClose={dialog.close} /> : null}
      {edited ? <PolicyDialog key={edited.policy_id} policy={edited} onClose={dialog.close} /> : null}
      {copied ? <PolicyDialog key={copied.policy_id} from={copied} onClose={dialog.close} /> : null}
      {deleted ? <DeletePolicyDialog key={deleted.policy_id} policy={deleted} onClose={dialog.close} /> : null}
    </>
  );
}
