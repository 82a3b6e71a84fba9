'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { SimpleTable } from '@/components/data-table/rows/simple-table';
import { Can, useMissingPermission } from '@/components/layout/account/can';
import { useDialogParam } from '@/components/layout/page/use-dialog-param';
import { Panel } from '@/components/ui/content/panel';
import { Button, IconButton } from '@/components/ui/controls/button';
import { Menu } from '@/components/ui/overlays/menu';
import { NoPermission, NothingYet } from '@/components/ui/states/empty-state';
import { ErrorState } from '@/components/ui/states/error-state';
import { Skeleton } from '@/components/ui/states/skeleton';
import { ENABLED, type IpSet } from '@/lib/guard/bwlist/contract';
import type { Policy } from '@/lib/guard/policies/contract';
import { CreateSetDialog } from '../set-dialogs';
import { useSetColumns } from '../sets-columns';
import { useSetSwitch } from '../use-set-switch';
import { BindListDialog } from './bind-list-dialog';
import { UnbindDialog } from './unbind-dialog';
import { usePolicyLists } from './use-policy-lists';

const idOf = (set: IpSet) => String(set.id);
const pageOf = (set: IpSet) => `/guard/bwlist/${set.id}`;
const SHOWN = ['name', 'ip_set_type', 'enable_count', 'unable_count', 'utime'];

/** The lists of a policy, each with its way in and out. */
export function ListsTab({ policy }: { policy: Policy }) {
  const t = useTranslations('guard.bwlist.bound');
  const router = useRouter();
  const dialog = useDialogParam();
  const found = usePolicyLists(policy.policy_id);
  const unbound = found.lists && dialog.rowOf('unbind', found.lists, idOf);
  const add = (
    <>
      <Can permission="guard.bwlist.create">
        <Button onClick={() => dialog.open('create-list')}>{t('create')}</Button>
      </Can>
      <Can permission="guard.bwlist.edit">
        <Button variant="primary" icon="plus" onClick={() => dialog.open('bind-list')}>
          {t('bind')}
        </Button>
      </Can>
    </>
  );
  const body = () => {
    if (!found.isAllowed) return <NoPermission permission="guard.bwlist.list" />;
    if (found.error && !found.lists)
      return <ErrorState name={t('title')} error={found.error} onRetry={found.refetch} />;
    if (!found.lists) return <Skeleton lines={6} className="p-4" />;
    if (found.lists.length > 0) return <Lists lists={found.lists} />;
    return (
      <NothingYet title={t('empty.title')} action={add}>
        {t('empty.text')}
      </NothingYet>
    );
  };
  return (
    <>
      {found.lists && found.lists.length > 0 ? <div className="mb-3 flex justify-end gap-2">{add}</div> : null}
      <Panel padded={false}>{body()}</Panel>
      {dialog.isOpen('create-list') ? (
        <CreateSetDialog
          policy_id={policy.policy_id}
          onClose={dialog.close}
          onSaved={(set) => router.push(pageOf(set))}
        />
      ) : null}
      {dialog.isOpen('bind-list') ? <BindListDialog policy={policy} onClose={dialog.close} /> : null}
      {unbound ? <UnbindDialog key={unbound.id} set={unbound} onClose={dialog.close} /> : null}
    </>
  );
}

function Lists({ lists }: { lists: readonly IpSet[] }) {
  const t = useTranslations('guard.bwlist');
  const common = useTranslations('common.table');
  const dialog = useDialogParam();
  const flip = useSetSwitch();
  const cannotEdit = useMissingPermission('guard.bwlist.edit') ?? undefined;
  return (
    <SimpleTable
      caption={t('bound.title')}
      rows={lists}
      rowId={idOf}
      rowHref={pageOf}
      columns={useSetColumns().filter((column) => SHOWN.includes(column.id))}
      end={(set) => (
        <Menu
          trigger={<IconButton icon="more" size="small" name={common('row_actions', { name: set.name })} />}
          entries={[
            {
              label: t(set.status === ENABLED ? 'disable' : 'enable'),
              icon: set.status === ENABLED ? 'pause' : 'play',
              reason: cannotEdit,
              onSelect: () => flip(set),
            },
            'separator',
            {
              label: t('bound.unbind'),
              icon: 'close',
              danger: true,
              reason: cannotEdit,
              onSelect: () => dialog.open('unbind', idOf(set)),
            },
          ]}
        />
      )}
    />
  );
}
