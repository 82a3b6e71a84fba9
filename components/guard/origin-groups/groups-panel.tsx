'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Can } from '@/components/layout/account/can';
import { usePermission } from '@/components/layout/account/session';
import { useDialogParam } from '@/components/layout/page/use-dialog-param';
import { TableTime } from '@/components/layout/preferences/time';
import { KeyValueList } from '@/components/ui/content/key-value-list';
import { Panel } from '@/components/ui/content/panel';
import { Tag } from '@/components/ui/content/tag';
import { Button, IconButton } from '@/components/ui/controls/button';
import { NoPermission } from '@/components/ui/states/empty-state';
import { ErrorState } from '@/components/ui/states/error-state';
import { Skeleton } from '@/components/ui/states/skeleton';
import { query } from '@/lib/api/client';
import { type OriginGroup, originGroups } from '@/lib/guard/origin-groups/contract';
import { DeleteGroupDialog } from './delete-group-dialog';
import { GroupDialog } from './group-dialog';
import { useGroupName } from './use-group-name';

const PERMISSION = 'guard.domain.origin_group';
const idOf = (group: OriginGroup) => String(group.group_id);

function Members({
  members,
  none,
}: {
  members: readonly { key: string; label: string; ipv6: boolean }[];
  none: string;
}) {
  if (members.length === 0) return <span className="text-ink-3">{none}</span>;
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-0.5">
      {members.map((member) => (
        <li key={member.key} className="inline-flex items-center gap-1">
          <code className="text-12 break-all">{member.label}</code>
          {member.ipv6 ? <Tag>IPv6</Tag> : null}
        </li>
      ))}
    </ul>
  );
}

function Group({ group, onDelete }: { group: OriginGroup; onDelete: () => void }) {
  const t = useTranslations('guard.origin-groups');
  const field = useTranslations('fields');
  const name = useGroupName()(group);
  const nodes = group.node_list.map(({ node_id, ipv6 }) => ({ key: node_id, label: node_id, ipv6 }));
  const origins = group.src_list.map(({ src_ip, ipv6 }) => ({ key: src_ip, label: src_ip, ipv6 }));
  return (
    <li className="flex min-w-0 items-start gap-2 border-b border-line px-(--panel-pad) py-3 last:border-b-0">
      <div className="min-w-0 flex-1">
        <h3 className="mb-1.5 flex items-center gap-2 font-medium break-words">
          {name} {group.is_default ? <Tag>{t('built_in')}</Tag> : null}
        </h3>
        <KeyValueList
          labelWidth={72}
          facts={[
            { label: t('nodes'), value: <Members members={nodes} none={t('no_nodes')} /> },
            { label: t('origins'), value: <Members members={origins} none={t('no_origins')} /> },
            { label: field('utime'), value: <TableTime value={group.utime} /> },
          ]}
        />
      </div>
      {group.is_default ? null : (
        <Can permission={PERMISSION}>
          <IconButton icon="trash" size="small" name={t('delete.named', { name })} onClick={onDelete} />
        </Can>
      )}
    </li>
  );
}

/** The origin groups of a domain: which of its nodes send requests to which of its origins. */
export function GroupsPanel({ domain_id }: { domain_id: string }) {
  const t = useTranslations('guard.origin-groups');
  const dialog = useDialogParam();
  const isAllowed = usePermission()(PERMISSION);
  const { data, error, refetch } = useQuery({
    ...query(originGroups.list, { params: { id: domain_id } }),
    enabled: isAllowed,
  });
  const groups = data?.list;
  const deleted = groups && dialog.rowOf('delete-group', groups, idOf);
  const nodes = groups?.reduce((sum, group) => sum + group.node_list.length, 0) ?? 0;
  const body = (): ReactNode => {
    if (!isAllowed) return <NoPermission permission={PERMISSION} />;
    if (error && !groups)
      return (
        <ErrorState
          what="common.error.what.origin_groups"
          error={error}
          permission={PERMISSION}
          onRetry={() => refetch()}
        />
      );
    if (!groups) return <Skeleton lines={4} className="p-4" />;
    return (
      <ul>
        {groups.map((group) => (
          <Group key={group.group_id} group={group} onDelete={() => dialog.open('delete-group', idOf(group))} />
        ))}
      </ul>
    );
  };
  return (
    <Panel
      title={t('title')}
      source={t('text')}
      padded={false}
      actions={
        <Can permission={PERMISSION}>
          <Button
            size="small"
            icon="plus"
            reason={groups && nodes === 0 ? t('nodes_first') : undefined}
            onClick={() => dialog.open('add-group')}
          >
            {t('create')}
          </Button>
        </Can>
      }
    >
      {body()}
      {groups && dialog.isOpen('add-group') ? (
        <GroupDialog domain_id={domain_id} groups={groups} onClose={dialog.close} />
      ) : null}
      {deleted ? (
        <DeleteGroupDialog key={idOf(deleted)} domain_id={domain_id} group={deleted} onClose={dialog.close} />
      ) : null}
    </Panel>
  );
}
