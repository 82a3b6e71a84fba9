'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Arrival } from '@/components/guard/arrivals/arrival';
import { Can, useMissingPermission } from '@/components/layout/account/can';
import { Detail } from '@/components/layout/page/detail';
import { MainAside } from '@/components/layout/page/main-aside';
import { useDialogParam } from '@/components/layout/page/use-dialog-param';
import { latePart } from '@/components/layout/preferences/late-part';
import { Badge } from '@/components/ui/content/badge';
import { PageHeader } from '@/components/ui/content/page-header';
import { Tag } from '@/components/ui/content/tag';
import { Button, ButtonLink, IconButton } from '@/components/ui/controls/button';
import { Menu } from '@/components/ui/overlays/menu';
import { bwlist, DISABLED, ENABLED, type IpSet } from '@/lib/guard/bwlist/contract';
import { useSetType } from '../set-type';
import { useSetSwitch } from '../use-set-switch';
import { Addresses } from './addresses';
import { SetFacts } from './set-facts';
import { useExport } from './use-export';

const EditSetDialog = latePart(() => import('../set-dialogs').then((m) => m.EditSetDialog));
const BindSetDialog = latePart(() => import('../set-dialogs').then((m) => m.BindSetDialog));
const DeleteSetDialog = latePart(() => import('../delete-set-dialog').then((m) => m.DeleteSetDialog));
const AddIpDialog = latePart(() => import('./add-ip-dialog').then((m) => m.AddIpDialog));

const LIST = '/guard/bwlist';

/** The page of one list: its addresses, and what it does. */
export function SetScreen({ id }: { id: string }) {
  return (
    <Detail endpoint={bwlist.view} id={id} back={LIST}>
      {(set) => <Loaded set={set} />}
    </Detail>
  );
}

function Actions({ set }: { set: IpSet }) {
  const t = useTranslations('guard.bwlist');
  const common = useTranslations('common.table');
  const dialog = useDialogParam();
  const flip = useSetSwitch();
  const save = useExport(set);
  const cannotList = useMissingPermission('guard.bwlist.ip_list') ?? undefined;
  const cannotEdit = useMissingPermission('guard.bwlist.edit') ?? undefined;
  const cannotDelete = useMissingPermission('guard.bwlist.delete') ?? undefined;
  const isOn = set.status === ENABLED;
  const noFile = cannotList ?? (set.count === 0 ? common('nothing_to_export') : undefined);
  return (
    <>
      <Menu
        trigger={<IconButton icon="more" variant="secondary" name={common('actions')} />}
        entries={[
          { label: t('menu_edit'), icon: 'edit', reason: cannotEdit, onSelect: () => dialog.open('edit') },
          { label: t('bind.menu'), icon: 'policy', reason: cannotEdit, onSelect: () => dialog.open('bind') },
          {
            label: t(isOn ? 'disable' : 'enable'),
            icon: isOn ? 'pause' : 'play',
            reason: cannotEdit,
            onSelect: () => flip(set),
          },
          'separator',
          { label: t('export.txt'), icon: 'download', reason: noFile, onSelect: () => save('txt') },
          { label: t('export.csv'), icon: 'download', reason: noFile, onSelect: () => save('csv') },
          'separator',
          {
            label: t('menu_delete'),
            icon: 'trash',
            danger: true,
            reason: cannotDelete,
            onSelect: () => dialog.open('delete'),
          },
        ]}
      />
      <Can permission="guard.bwlist.ip_add">
        <ButtonLink icon="upload" href={`${LIST}/${set.id}/import`}>
          {t('import.menu')}
        </ButtonLink>
        <Button variant="primary" icon="plus" onClick={() => dialog.open('add')}>
          {t('ips.add')}
        </Button>
      </Can>
    </>
  );
}

function Loaded({ set }: { set: IpSet }) {
  const t = useTranslations('guard.bwlist');
  const router = useRouter();
  const dialog = useDialogParam();
  const { meaning, shape, word } = useSetType()(set.ip_set_type);
  return (
    <>
      <PageHeader
        title={set.name}
        beside={
          <>
            <Badge meaning={meaning} shape={shape}>
              {word}
            </Badge>
            {set.status === DISABLED ? <Tag off>{t('off')}</Tag> : null}
          </>
        }
        description={set.describe}
        actions={<Actions set={set} />}
      />
      <Arrival of="list" id={String(set.id)} policy_id={set.policy_id} />
      <MainAside aside={<SetFacts set={set} />}>
        <Addresses set={set} />
      </MainAside>
      {dialog.isOpen('edit') ? <EditSetDialog key={set.utime} set={set} onClose={dialog.close} /> : null}
      {dialog.isOpen('bind') ? <BindSetDialog key={set.policy_id} set={set} onClose={dialog.close} /> : null}
      {dialog.isOpen('add') ? <AddIpDialog set={set} onClose={dialog.close} /> : null}
      {dialog.isOpen('delete') ? (
        <DeleteSetDialog set={set} onClose={dialog.close} onDeleted={() => router.push(LIST)} />
      ) : null}
    </>
  );
}
