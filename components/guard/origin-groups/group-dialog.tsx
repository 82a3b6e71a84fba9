'use client';

import { useTranslations } from 'next-intl';
import { useWatch } from 'react-hook-form';
import { ChoicesField } from '@/components/form/choices-field';
import { TextField } from '@/components/form/fields';
import { FormDialog } from '@/components/form/form-dialog';
import { useEndpointForm } from '@/components/form/use-endpoint-form';
import { useList } from '@/components/layout/preferences/use-format';
import { type OriginGroup, originGroups } from '@/lib/guard/origin-groups/contract';
import { type Taking, takingOf } from './taking';
import { useGroupName } from './use-group-name';

/** What the new group takes from those that are there, while it is being put together. */
function TakingList({ taking }: { taking: readonly Taking[] }) {
  const t = useTranslations('guard.origin-groups');
  const list = useList();
  const nameOf = useGroupName();
  if (taking.length === 0) return null;
  return (
    <div role="status" className="rounded-2 bg-sunken px-3 py-2.5">
      <b>{t('takes')}</b>
      <ul className="list-[square] pl-5 text-ink-2">
        {taking.map(({ group, nodes, origins, isDeleted }) => (
          <li key={group.group_id} className="break-words">
            {t('takes_from', { name: nameOf(group), members: list([...nodes, ...origins]) })}
            {isDeleted ? ` ${t('takes_all')}` : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Puts nodes and origins into a group of their own. */
export function GroupDialog({
  domain_id,
  groups,
  onClose,
}: {
  domain_id: string;
  groups: readonly OriginGroup[];
  onClose: () => void;
}) {
  const t = useTranslations('guard.origin-groups');
  const field = useTranslations('fields');
  const nameOf = useGroupName();
  const edit = useEndpointForm(originGroups.create, {
    params: { id: domain_id },
    defaultValues: { name: '', node_ids: [], src_ips: [] },
    savedNotice: t('created'),
    onSaved: onClose,
  });
  const { form } = edit;
  const [node_ids = [], src_ips = []] = useWatch({ control: form.control, name: ['node_ids', 'src_ips'] });
  const now = (group: OriginGroup) => t('now_in', { name: nameOf(group) });
  return (
    <FormDialog open onClose={onClose} title={t('create')} submitLabel={t('create')} edit={edit}>
      <TextField form={form} name="name" label={field('name')} maxLength={100} />
      <ChoicesField
        form={form}
        name="node_ids"
        label={t('nodes')}
        choices={groups.flatMap((group) =>
          group.node_list.map((node) => ({
            value: node.node_id,
            label: node.name,
            note: `${node.ipv6 ? 'IPv6 · ' : ''}${now(group)}`,
          })),
        )}
      />
      <ChoicesField
        form={form}
        name="src_ips"
        label={t('origins')}
        choices={groups.flatMap((group) =>
          group.src_list.map((source) => ({ value: source.src_ip, label: source.src_ip, note: now(group) })),
        )}
      />
      <TakingList taking={takingOf(groups, { node_ids, src_ips })} />
    </FormDialog>
  );
}
