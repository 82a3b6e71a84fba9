'use client';

import { useTranslations } from 'next-intl';
import { useEndpointAction } from '@/components/form/use-endpoint-action';
import type { PartKind } from '@/components/parts/parts';
import { PartsTab } from '@/components/parts/parts-tab';
import { type BruteForceRule, bruteForce } from '@/lib/guard/brute-force/contract';
import { RuleDialog } from './rule-dialog';
import { useRuleWords } from './use-rule-words';
import { BRUTE_FORCE, rulesQuery, useRules } from './use-rules';

/** The sign-ins of a domain that are guarded against guessing. */
export function RulesTab({ domain_id }: { domain_id: string }) {
  const t = useTranslations('guard.brute-force');
  const field = useTranslations('fields');
  const words = useRuleWords();
  const edit = useEndpointAction(bruteForce.edit, { inRow: true });
  const remove = useEndpointAction(bruteForce.remove);
  const paramsOf = ({ id }: BruteForceRule) => ({ id: domain_id, rule_id: String(id) });
  const kind: PartKind<BruteForceRule> = {
    texts: 'guard.brute-force',
    dialog: 'rule',
    permission: BRUTE_FORCE,
    queryKey: rulesQuery(domain_id).queryKey,
    columns: [
      { id: 'name', header: field('name'), cell: (rule) => rule.name },
      { id: 'uri', header: t('fields.uri'), cell: (rule) => <code className="text-12 break-all">{rule.uri}</code> },
      { id: 'rate', header: t('fields.limit'), cell: words.limit },
      { id: 'action', header: t('fields.action'), cell: words.action },
      { id: 'describe', header: field('note'), cell: (rule) => <span className="text-ink-2">{rule.describe}</span> },
    ],
    toggle: {
      isOn: (rule) => rule.status,
      with: (rule, status) => ({ ...rule, status }),
      save: (rule, status) => edit({ params: paramsOf(rule), body: { status } }),
    },
    remove: (rule) => remove({ params: paramsOf(rule) }),
    impact: (rule) => t(rule.status ? 'delete.text' : 'delete.text_off', { uri: rule.uri, limit: words.limit(rule) }),
    form: (onClose, rule) => <RuleDialog domain_id={domain_id} rule={rule} onClose={onClose} />,
  };
  return <PartsTab kind={kind} list={useRules(domain_id)} />;
}
