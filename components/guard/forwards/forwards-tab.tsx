'use client';

import { useTranslations } from 'next-intl';
import { useEndpointAction } from '@/components/form/use-endpoint-action';
import type { PartKind } from '@/components/parts/parts';
import { PartsTab } from '@/components/parts/parts-tab';
import type { DomainDetail } from '@/lib/guard/domains/contract';
import { forwards } from '@/lib/guard/forwards/contract';
import { DISABLED, ENABLED } from '@/lib/guard/forwards/vocabulary';
import { ForwardForm } from './forward-form';
import { FORWARDS } from './permissions';
import { useSourceColumns } from './use-forward-columns';
import { type DomainForward, forwardsQuery, useForwards } from './use-forwards';

/** The ports that the nodes of a domain forward. */
export function ForwardsTab({ domain }: { domain: DomainDetail }) {
  const t = useTranslations('guard.forwards');
  const field = useTranslations('fields');
  const edit = useEndpointAction(forwards.edit, { inRow: true });
  const remove = useEndpointAction(forwards.remove);
  const paramsOf = ({ id }: DomainForward) => ({ id: String(id) });
  const kind: PartKind<DomainForward> = {
    texts: 'guard.forwards',
    dialog: 'forward',
    permission: FORWARDS,
    queryKey: forwardsQuery(domain.domain_id).queryKey,
    columns: [
      { id: 'port', header: t('fields.listens'), cell: ({ name }) => <span className="tabular-nums">{name}</span> },
      ...useSourceColumns(),
      { id: 'describe', header: field('note'), cell: ({ describe }) => <span className="text-ink-2">{describe}</span> },
    ],
    toggle: {
      isOn: ({ status }) => status === ENABLED,
      with: (forward, isOn) => ({ ...forward, status: isOn ? ENABLED : DISABLED }),
      save: (forward, isOn) => edit({ params: paramsOf(forward), body: { status: isOn ? ENABLED : DISABLED } }),
    },
    remove: (forward) => remove({ params: paramsOf(forward) }),
    impact: ({ status, name }) =>
      t(status === ENABLED ? 'delete.text' : 'delete.text_off', { name, domain: domain.domain }),
    form: (onClose, forward) => <ForwardForm domain={domain} forward={forward} onClose={onClose} />,
    isInPlace: true,
  };
  return <PartsTab kind={kind} list={useForwards(domain.domain_id)} />;
}
