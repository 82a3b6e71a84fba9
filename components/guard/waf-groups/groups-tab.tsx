'use client';

import { useTranslations } from 'next-intl';
import { useWord } from '@/components/audit/word';
import { useEndpointAction } from '@/components/form/use-endpoint-action';
import { PARTS_OF_POLICY } from '@/components/guard/policies/parts-of-policy';
import type { PartKind } from '@/components/parts/parts';
import { PartsTab } from '@/components/parts/parts-tab';
import { State } from '@/components/ui/content/mark';
import type { Meaning } from '@/components/ui/content/meaning';
import { wafGroups } from '@/lib/guard/waf-groups/contract';
import { BLOCK, CAPTCHA, DISABLED, ENABLED, LOG } from '@/lib/guard/waf-groups/vocabulary';
import { GroupForm } from './group-form';
import { WAF_GROUPS } from './permissions';
import { SubRulesSentence } from './sub-rules-sentence';
import { groupsQuery, type PolicyGroup, useGroups } from './use-groups';

const MEANINGS: Readonly<Record<number, Meaning>> = { [BLOCK]: 'blocked', [LOG]: 'monitor', [CAPTCHA]: 'captcha' };

/** The WAF rule groups of a policy. */
export function GroupsTab({ policy_id }: { policy_id: string }) {
  const t = useTranslations('guard.waf-groups');
  const field = useTranslations('fields');
  const word = useWord();
  const setStatus = useEndpointAction(wafGroups.status, { ...PARTS_OF_POLICY, inRow: true });
  const remove = useEndpointAction(wafGroups.remove, PARTS_OF_POLICY);
  const paramsOf = ({ tag }: PolicyGroup) => ({ id: String(tag) });
  const kind: PartKind<PolicyGroup> = {
    texts: 'guard.waf-groups',
    dialog: 'waf',
    permission: WAF_GROUPS,
    queryKey: groupsQuery(policy_id).queryKey,
    columns: [
      {
        id: 'name',
        header: field('name'),
        cell: ({ name, describe }) => (
          <>
            {name}
            {describe ? <span className="block text-12 font-normal text-ink-3">{describe}</span> : null}
          </>
        ),
      },
      {
        id: 'action',
        header: t('fields.action'),
        cell: ({ action }) => (
          <State meaning={MEANINGS[action] ?? 'unaudited'}>{word('words.waf_action', action)}</State>
        ),
      },
      { id: 'scope', header: t('fields.scope'), cell: ({ scope }) => t(`scopes.${scope || 'all'}`) },
      { id: 'rules', header: t('fields.matches'), cell: (group) => <SubRulesSentence group={group} /> },
    ],
    toggle: {
      isOn: ({ status }) => status === ENABLED,
      with: (group, isOn) => ({ ...group, status: isOn ? ENABLED : DISABLED }),
      save: (group, isOn) => setStatus({ params: paramsOf(group), body: { status: isOn ? ENABLED : DISABLED } }),
    },
    remove: (group) => remove({ params: paramsOf(group) }),
    impact: ({ status, rules }) => t(status === ENABLED ? 'delete.text' : 'delete.text_off', { count: rules.length }),
    form: (onClose, group) => <GroupForm policy_id={policy_id} group={group} onClose={onClose} />,
    copy: (onClose, group) => <GroupForm policy_id={policy_id} from={group} onClose={onClose} />,
    isInPlace: true,
  };
  return <PartsTab kind={kind} list={useGroups(policy_id)} />;
}
