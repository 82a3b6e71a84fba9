'use client';

import { useTranslations } from 'next-intl';
import { SimpleTable } from '@/components/data-table/rows/simple-table';
import { useList } from '@/components/layout/preferences/use-format';
import { State } from '@/components/ui/content/mark';
import type { Page } from '@/lib/api/fields';
import type { Containing } from '@/lib/guard/bwlist/contract';
import { SetType } from '../set-type';
import { type Effect, effectsOf, sizeOf, verdictOf } from './effect';

/** The verdict on an address in a sentence, then each entry that contains it; one without effect stays, hollow. */
export function LookupResult({ found: { list, total } }: { found: Page<Containing> }) {
  const t = useTranslations('guard.bwlist.lookup');
  const effects = effectsOf(list);
  const { blocked, passes } = verdictOf(effects);
  if (total === 0) {
    return (
      <p role="status" className="border-t border-line p-(--panel-pad) text-ink-2">
        {t('none')}
      </p>
    );
  }
  const sentence = [
    blocked > 0 ? t('blocked', { count: blocked }) : null,
    passes > 0 ? t('passes', { count: passes }) : null,
    blocked + passes === 0 ? t('nothing') : null,
    total > list.length ? t('cut', { count: list.length }) : null,
  ];
  return (
    <>
      <p role="status" className="border-t border-line px-(--panel-pad) py-2.5 text-ink-2">
        <b className="text-ink">{t('found', { count: total })}</b> {sentence.filter((each) => each !== null).join(' ')}
      </p>
      <div className="border-t border-line">
        <SimpleTable
          caption={t('label')}
          rows={list}
          rowId={(row) => String(row.id)}
          rowHref={(row) => `/guard/bwlist/${row.ipset_id}`}
          columns={[
            { id: 'name', header: t('list'), cell: (row) => row.name },
            { id: 'ip_set_type', header: t('type'), cell: (row) => <SetType ip_set_type={row.ip_set_type} /> },
            { id: 'ip_addr', header: t('entry'), cell: (row) => <Entry ip_addr={row.ip_addr} /> },
            { id: 'effect', header: t('effect'), cell: (row) => <EffectOf effect={effects.get(row)} /> },
            { id: 'domains', header: t('domains'), cell: (row) => <DomainsOf entry={row} effect={effects.get(row)} /> },
            {
              id: 'policy_name',
              header: t('policy'),
              cell: (row) => <span className="text-ink-2">{row.policy_name}</span>,
            },
          ]}
        />
      </div>
    </>
  );
}

function Entry({ ip_addr }: { ip_addr: string }) {
  const t = useTranslations('guard.bwlist.lookup');
  const size = sizeOf(ip_addr);
  return (
    <>
      <code className="text-12 break-all">{ip_addr}</code>
      {size === null ? null : <span className="ml-2 text-12 text-ink-3">{t('size', { count: size })}</span>}
    </>
  );
}

function EffectOf({ effect }: { effect: Effect | undefined }) {
  const t = useTranslations('guard.bwlist.lookup');
  if (effect === undefined || effect.kind === 'none') {
    return (
      <State meaning="unaudited" shape="hollow">
        {t('no_effect')}
      </State>
    );
  }
  return (
    <State meaning={effect.kind === 'blocked' ? 'blocked' : 'pass'}>
      {t(effect.kind === 'blocked' ? 'blocked_on' : 'passes_on', { count: effect.domains })}
    </State>
  );
}

function DomainsOf({ entry, effect }: { entry: Containing; effect: Effect | undefined }) {
  const t = useTranslations('guard.bwlist.lookup');
  const list = useList();
  if (effect?.kind === 'none') {
    const name = effect.why === 'overruled' ? effect.by : entry.name;
    return (
      <span className="text-ink-3">
        — {t(`why.${effect.why}`, { name, policy: entry.policy_name || entry.policy_id })}
      </span>
    );
  }
  const { first_domain, domain_count } = entry;
  const over = effect?.kind === 'passes' ? effect.over : [];
  return (
    <>
      {t('first_domain', { name: first_domain ?? '', count: domain_count - 1, total: domain_count })}
      {over.length > 0 ? <span className="ml-2 text-12 text-ink-3">{t('wins', { names: list(over) })}</span> : null}
    </>
  );
}
