'use client';

import { useTranslations } from 'next-intl';
import { SimpleTable } from '@/components/data-table/rows/simple-table';
import { useEndpointAction } from '@/components/form/use-endpoint-action';
import { Can, useMissingPermission } from '@/components/layout/account/can';
import { useDialogParam } from '@/components/layout/page/use-dialog-param';
import { Button, IconButton } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { NoPermission, NothingYet } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { Menu } from '@/components/ui/menu';
import { Panel } from '@/components/ui/panel';
import { Skeleton } from '@/components/ui/skeleton';
import { Switch } from '@/components/ui/switch';
import { type BruteForceRule, bruteForce } from '@/lib/guard/brute-force/contract';
import { RuleDialog } from './rule-dialog';
import { useRuleToggle } from './use-rule-toggle';
import { useRuleWords } from './use-rule-words';
import { BRUTE_FORCE, useRules } from './use-rules';

const idOf = (rule: BruteForceRule) => String(rule.id);

function RulesTable({ domain_id, rules }: { domain_id: string; rules: readonly BruteForceRule[] }) {
  const t = useTranslations('guard.brute-force');
  const common = useTranslations('common.table');
  const field = useTranslations('fields');
  const dialog = useDialogParam();
  const words = useRuleWords();
  const toggle = useRuleToggle(domain_id);
  const missing = useMissingPermission(BRUTE_FORCE) ?? undefined;
  return (
    <SimpleTable
      caption={t('title')}
      rows={rules}
      rowId={idOf}
      onOpenRow={(rule) => dialog.open('rule', idOf(rule))}
      columns={[
        { id: 'name', header: field('name'), cell: (rule) => rule.name },
        { id: 'uri', header: t('fields.uri'), cell: (rule) => <code className="text-12 break-all">{rule.uri}</code> },
        { id: 'rate', header: t('fields.limit'), cell: words.limit },
        { id: 'action', header: t('fields.action'), cell: words.action },
        { id: 'describe', header: field('note'), cell: (rule) => <span className="text-ink-2">{rule.describe}</span> },
        {
          id: 'status',
          header: t('fields.status'),
          phone: 'state',
          cell: (rule) => (
            <Can permission={BRUTE_FORCE}>
              <Switch
                name={t('switch', { name: rule.name })}
                checked={rule.status}
                onChange={() => void toggle(rule)}
              />
            </Can>
          ),
        },
      ]}
      end={(rule) => (
        <Menu
          trigger={<IconButton icon="more" size="small" name={common('row_actions', { name: rule.name })} />}
          entries={[
            { label: t('menu_edit'), icon: 'edit', reason: missing, onSelect: () => dialog.open('rule', idOf(rule)) },
            'separator',
            {
              label: t('menu_delete'),
              icon: 'trash',
              danger: true,
              reason: missing,
              onSelect: () => dialog.open('delete-rule', idOf(rule)),
            },
          ]}
        />
      )}
    />
  );
}

function DeleteRuleDialog({
  domain_id,
  rule,
  onClose,
}: {
  domain_id: string;
  rule: BruteForceRule;
  onClose: () => void;
}) {
  const t = useTranslations('guard.brute-force');
  const words = useRuleWords();
  const remove = useEndpointAction(bruteForce.remove, { notice: t('delete.done') });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('delete.title', { name: rule.name })}
      action={t('delete.action')}
      onConfirm={() => remove({ params: { id: domain_id, rule_id: idOf(rule) } })}
    >
      {t(rule.status ? 'delete.text' : 'delete.text_off', { uri: rule.uri, limit: words.limit(rule) })}
    </ConfirmDialog>
  );
}

/** The sign-ins of a domain that are guarded against guessing. */
export function RulesTab({ domain_id }: { domain_id: string }) {
  const t = useTranslations('guard.brute-force');
  const dialog = useDialogParam();
  const { isAllowed, rules, error, refetch } = useRules(domain_id);
  const edited = rules && dialog.rowOf('rule', rules, idOf);
  const deleted = rules && dialog.rowOf('delete-rule', rules, idOf);
  const add = (
    <Can permission={BRUTE_FORCE}>
      <Button variant="primary" icon="plus" onClick={() => dialog.open('add-rule')}>
        {t('add')}
      </Button>
    </Can>
  );
  const body = () => {
    if (!isAllowed) return <NoPermission permission={BRUTE_FORCE} />;
    if (error && !rules) return <ErrorState error={error} permission={BRUTE_FORCE} onRetry={refetch} />;
    if (!rules) return <Skeleton lines={6} className="p-4" />;
    if (rules.length > 0) return <RulesTable domain_id={domain_id} rules={rules} />;
    return (
      <NothingYet title={t('empty.title')} action={add}>
        {t('empty.text')}
      </NothingYet>
    );
  };
  return (
    <>
      {rules && rules.length > 0 ? <div className="mb-3 flex justify-end">{add}</div> : null}
      <Panel padded={false}>{body()}</Panel>
      {dialog.isOpen('add-rule') ? <RuleDialog domain_id={domain_id} onClose={dialog.close} /> : null}
      {edited ? <RuleDialog key={idOf(edited)} domain_id={domain_id} rule={edited} onClose={dialog.close} /> : null}
      {deleted ? (
        <DeleteRuleDialog key={idOf(deleted)} domain_id={domain_id} rule={deleted} onClose={dialog.close} />
      ) : null}
    </>
  );
}
