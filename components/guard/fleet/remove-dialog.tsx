'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { DeleteDialog } from '@/components/form/delete-dialog';
import { query } from '@/lib/api/client';
import { fleet, type Node } from '@/lib/guard/fleet/contract';

/** Domains that are named; the page of the node has more. */
const NAMED = 5;

/** The domains that have the node, those that nothing else would serve first. */
function Bound({ node }: { node: Node }) {
  const t = useTranslations('guard.fleet.remove');
  const { data } = useQuery(query(fleet.view, { params: { id: node.node_id } }));
  const bound = [...(data?.bound ?? [])].sort((a, b) => Number(b.left_alone) - Number(a.left_alone));
  return (
    <>
      <p>{t('in_use', { count: node.domains })}</p>
      <ul className="my-1 list-[square] pl-5">
        {bound.slice(0, NAMED).map(({ domain_id, domain, left_alone }) => (
          <li key={domain_id} className="break-all">
            {left_alone ? t('left_alone', { domain }) : domain}
          </li>
        ))}
        {node.domains > NAMED ? <li>{t('and_more', { count: node.domains - NAMED })}</li> : null}
      </ul>
    </>
  );
}

/** Asks before a node is removed; while a domain has it, it says which. */
export function RemoveDialog({
  node,
  onClose,
  onDeleted,
}: {
  node: Node;
  onClose: () => void;
  onDeleted?: () => void;
}) {
  const t = useTranslations('guard.fleet.remove');
  const isUsed = node.domains > 0;
  return (
    <DeleteDialog
      endpoint={fleet.remove}
      id={node.node_id}
      title={t('title', { name: node.name })}
      action={t('action')}
      notice={t('done', { name: node.name })}
      refuse={isUsed ? t('refused') : undefined}
      typeName={isUsed ? undefined : node.node_id}
      onClose={onClose}
      onDeleted={onDeleted}
    >
      {isUsed ? <Bound node={node} /> : <p>{t('text')}</p>}
    </DeleteDialog>
  );
}
