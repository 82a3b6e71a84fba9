'use client';

import { useTranslations } from 'next-intl';
import { Identity } from '@/components/data-table/columns/identity';
import type { Column } from '@/components/data-table/columns/types';
import { LocalPager, useLocalPages } from '@/components/data-table/pages/local-pager';
import { SimpleTable } from '@/components/data-table/rows/simple-table';
import { useEndpointAction } from '@/components/form/use-endpoint-action';
import { Hits } from '@/components/guard/rule-hits/hits';
import { useRuleHits } from '@/components/guard/rule-hits/use-rule-hits';
import { Can, useMissingPermission } from '@/components/layout/account/can';
import { useDialogParam } from '@/components/layout/page/use-dialog-param';
import { usePartToggle } from '@/components/parts/use-part-toggle';
import { IconButton } from '@/components/ui/controls/button';
import { Switch } from '@/components/ui/controls/switch';
import { Menu } from '@/components/ui/overlays/menu';
import { DISABLED, ENABLED } from '@/lib/guard/rules/vocabulary';
import type { KindSpec, RuleRow } from '../kind';
import { useOpenRule } from '../use-open-rule';
import { RuleAction } from '../words/action';
import { PhaseState } from '../words/phase-state';
import { useRuleWords } from '../words/use-rule-words';
import { rulesKey } from './use-rules';

/** Rules of a page, so that the builder below stays near. */
const SHOWN = 20;
const rowId = ({ rule_id }: RuleRow) => String(rule_id);

function useToggle(spec: KindSpec, policy_id: string) {
  const setStatus = useEndpointAction(spec.endpoints.status, { inRow: true });
  const statusOf = (isOn: boolean) => (isOn ? ENABLED : DISABLED);
  return usePartToggle<RuleRow>({
    texts: 'guard.rules',
    queryKey: rulesKey(spec, policy_id),
    toggle: {
      isOn: ({ status }) => status === ENABLED,
      with: (rule, isOn) => ({ ...rule, status: statusOf(isOn) }),
      save: ({ rule_id }, isOn) =>
        setStatus({ params: { id: policy_id, rid: String(rule_id) }, body: { status: statusOf(isOn) } }),
    },
  });
}

function useColumns(spec: KindSpec, policy_id: string): Column<RuleRow>[] {
  const t = useTranslations('guard.rules');
  const field = useTranslations('fields');
  const common = useTranslations('common.parts');
  const words = useRuleWords();
  const hitsText = useTranslations('guard.rule-hits');
  const hits = useRuleHits(policy_id);
  const toggle = useToggle(spec, policy_id);
  const isLimited = spec.kind === 'cc';
  const duration = ({ action }: RuleRow) => (typeof action.duration === 'number' ? action.duration : 0);
  return [
    { id: 'name', header: field('name'), cell: (rule) => <Identity name={rule.name} note={rule.describe} /> },
    {
      id: 'matches',
      header: t('columns.conditions'),
      cell: (rule) => <span className="my-1.5 line-clamp-2 whitespace-normal">{words.conditions(rule)}</span>,
    },
    ...(isLimited
      ? [
          {
            id: 'limit',
            header: t('columns.limit'),
            align: 'right',
            folds: { into: 'matches', place: 'below' },
            cell: words.limit,
          } satisfies Column<RuleRow>,
        ]
      : []),
    {
      id: 'action',
      header: t('columns.action'),
      cell: ({ action }) => <RuleAction action={String(action.action_type)} />,
    },
    {
      id: 'duration',
      header: t('columns.duration'),
      align: 'right',
      folds: { into: 'action', place: 'below' },
      cell: (rule) => (duration(rule) > 0 ? words.duration(duration(rule)) : '—'),
    },
    ...(hits.isAllowed
      ? [
          {
            id: 'hits',
            header: hitsText('column'),
            align: 'right',
            cell: ({ rule_id }) => (
              <Hits hits={hits.hitsOf(spec.kind, rule_id)} href={hits.hrefOf(spec.kind, rule_id)} />
            ),
          } satisfies Column<RuleRow>,
        ]
      : []),
    {
      id: 'window',
      header: t('columns.window'),
      folds: { into: 'name', place: 'below' },
      cell: (rule) => <PhaseState {...rule} />,
    },
    {
      id: 'status',
      header: common('on'),
      phone: 'state',
      cell: (rule) => (
        <Can permission={`guard.${spec.kind}.edit`}>
          <Switch
            name={t('switch', { name: rule.name })}
            checked={rule.status === ENABLED}
            onChange={() => toggle(rule)}
          />
        </Can>
      ),
    },
  ];
}

function RowMenu({ spec, rule }: { spec: KindSpec; rule: RuleRow }) {
  const t = useTranslations('guard.rules.menu');
  const common = useTranslations('common');
  const dialog = useDialogParam();
  const { edit, copy } = useOpenRule();
  const cannotEdit = useMissingPermission(`guard.${spec.kind}.edit`) ?? undefined;
  const cannotCreate = useMissingPermission(`guard.${spec.kind}.create`) ?? undefined;
  const cannotDelete = useMissingPermission(`guard.${spec.kind}.delete`) ?? undefined;
  return (
    <Menu
      trigger={<IconButton icon="more" size="small" name={common('table.row_actions', { name: rule.name })} />}
      entries={[
        { label: common('parts.edit'), icon: 'edit', reason: cannotEdit, onSelect: () => edit(rule.rule_id) },
        { label: t('duplicate'), icon: 'copy', reason: cannotCreate, onSelect: () => copy(rule.rule_id) },
        {
          label: t('move'),
          icon: 'forward',
          reason: cannotEdit,
          onSelect: () => dialog.open('move-rule', rowId(rule)),
        },
        'separator',
        {
          label: common('parts.delete'),
          icon: 'trash',
          danger: true,
          reason: cannotDelete,
          onSelect: () => dialog.open('delete-rule', rowId(rule)),
        },
      ]}
    />
  );
}

/** Rules of a kind in a policy, each with its switch and menu. */
export function RulesTable({
  spec,
  policy_id,
  rules,
}: {
  spec: KindSpec;
  policy_id: string;
  rules: readonly RuleRow[];
}) {
  const t = useTranslations(`guard.rules.${spec.kind}`);
  const { open, edit } = useOpenRule();
  const pages = useLocalPages(rules, SHOWN);
  return (
    <>
      <SimpleTable
        caption={t('title')}
        rows={pages.shown}
        rowId={rowId}
        onOpenRow={({ rule_id }) => edit(rule_id)}
        isOpen={({ rule_id }) => open?.kind === 'edit' && open.rule_id === rule_id}
        columns={useColumns(spec, policy_id)}
        end={(rule) => <RowMenu spec={spec} rule={rule} />}
      />
      <LocalPager pages={pages} />
    </>
  );
}
