'use client';

import { useTranslations } from 'next-intl';
import { DeleteDialog } from '@/components/form/delete-dialog';
import { type AlertRule, alertRules } from '@/lib/analytics/alert-rules/contract';
import { ENABLED } from '@/lib/analytics/alert-rules/vocabulary';
import { useRuleWords } from './use-rule-words';

/** Asks before a rule is deleted, with what is watched no more. */
export function DeleteRuleDialog({
  rule,
  onClose,
  onDeleted,
}: {
  rule: AlertRule;
  onClose: () => void;
  onDeleted?: () => void;
}) {
  const t = useTranslations('analytics.alert-rules');
  const words = useRuleWords();
  const values = { domain: rule.domain || t('all_domains'), what: words.sentence(rule) };
  return (
    <DeleteDialog
      endpoint={alertRules.remove}
      id={String(rule.id)}
      title={t('delete.title', { name: rule.name })}
      action={t('delete.action')}
      notice={t('delete.done')}
      onClose={onClose}
      onDeleted={onDeleted}
    >
      <p>{t(rule.status === ENABLED ? 'delete.text' : 'delete.text_off', values)}</p>
      <p className="mt-1.5">{t('delete.kept')}</p>
    </DeleteDialog>
  );
}
