'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useFilterWords } from '@/components/charts/filters/filter-words';
import { type Entry, MarkChoices } from '@/components/charts/marks/mark-choices';
import { useMissingPermission } from '@/components/layout/account/can';
import { useList } from '@/components/layout/preferences/use-format';
import type { ChartFilter } from '@/lib/analytics/filters/contract';
import { type RuleDraft, type RuleKind, ruleHref } from '../rule-link';
import { ALLOWED, BLOCKED, LIMITED } from '../templates';
import { offerOf } from './offer';
import { hostCondition } from './place';
import { PolicyStep } from './policy-step';

type Choice = { key: string; id: 'block' | 'limit' | 'allow'; icon: Entry['icon'] } & (
  | { kind: 'acl'; effect: RuleDraft<'acl'> }
  | { kind: 'cc'; effect: RuleDraft<'cc'> }
);

/** What can be done with the requests of a mark. */
const CHOICES: readonly Choice[] = [
  { key: 'B', id: 'block', icon: 'stop', kind: 'acl', effect: BLOCKED },
  { key: 'L', id: 'limit', icon: 'gauge', kind: 'cc', effect: LIMITED },
  { key: 'A', id: 'allow', icon: 'check', kind: 'acl', effect: ALLOWED },
];

const MAX_NAME = 100;

/** On the side to which the popover grows, so that no other choice comes under the pointer. */
const STEP = 'in-data-[side=top]:order-first';

type Props = {
  /** What the mark is called. */
  label: string;
  /** The filters that the mark stands for. */
  own: readonly ChartFilter[];
  /** These and the ones of its page. */
  filters: readonly ChartFilter[];
  domain_id: string | null;
  onClose: () => void;
};

/** Rules that can be made of a mark: each leads to the builder in the mark's policy, or in one that is chosen here. */
export function RuleChoices({ label, own, filters, domain_id, onClose }: Props) {
  const t = useTranslations('guard.rules.from_mark');
  const list = useList();
  const words = useFilterWords();
  const missing: Record<RuleKind, string | null> = {
    acl: useMissingPermission('guard.acl.create'),
    cc: useMissingPermission('guard.cc.create'),
  };
  const [chosen, setChosen] = useState<Choice | null>(null);
  const offer = offerOf(own, filters);
  if (!offer) return null;
  if (offer.kind === 'unsaid') {
    const said = offer.filters.map(words).map(({ field, operator, values }) => `${field} ${operator} ${values}`);
    return <p className="border-line border-t px-3 py-2 text-12 text-ink-2">{t('unsaid', { filters: list(said) })}</p>;
  }
  const { matches } = offer;
  const nameOf = ({ id }: Choice) => t(`names.${id}`, { label });
  const host = matches.find(({ field, op }) => field === 'host' && op === 'eq')?.data;
  return (
    <div className="flex flex-col">
      <MarkChoices
        entries={CHOICES.map((choice) => ({
          key: choice.key,
          label: t(choice.id),
          icon: choice.icon,
          reason: missing[choice.kind] ?? undefined,
          run: () => setChosen(choice),
          isChosen: choice === chosen,
        }))}
      />
      {chosen ? (
        <div className={STEP}>
          <PolicyStep
            key={chosen.id}
            title={nameOf(chosen)}
            origin={{ domain_id, host }}
            hrefIn={(policy_id, domain) => {
              const name = [...nameOf(chosen)].slice(0, MAX_NAME).join('');
              const place = domain === undefined || host !== undefined ? [] : [hostCondition(domain)];
              return ruleHref(chosen.kind, policy_id, { ...chosen.effect, name, matches: [...matches, ...place] });
            }}
            onClose={onClose}
          />
        </div>
      ) : null}
    </div>
  );
}
