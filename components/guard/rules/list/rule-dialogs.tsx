'use client';

import { useTranslations } from 'next-intl';
import { FormField } from '@/components/form/fields';
import { FormDialog } from '@/components/form/form-dialog';
import { useEndpointAction } from '@/components/form/use-endpoint-action';
import { useEndpointForm } from '@/components/form/use-endpoint-form';
import { PolicyPicker } from '@/components/guard/policies/policy-picker';
import { useDialogParam } from '@/components/layout/page/use-dialog-param';
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog';
import { ENABLED } from '@/lib/guard/rules/vocabulary';
import type { KindSpec, RuleRow } from '../kind';
import { RuleSentence } from '../words/rule-sentence';

type About = { spec: KindSpec; policy_id: string; rule: RuleRow; onClose: () => void };

const paramsOf = ({ policy_id, rule }: About) => ({ id: policy_id, rid: String(rule.rule_id) });

/** Gives a rule to another policy of its account. */
function MoveRule(about: About) {
  const { spec, rule, onClose } = about;
  const t = useTranslations('guard.rules.move');
  const edit = useEndpointForm(spec.endpoints.move, {
    params: paramsOf(about),
    defaultValues: { policy_id: '' },
    savedNotice: t('done'),
    onSaved: onClose,
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t('title', { name: rule.name })}
      description={t('text')}
      submitLabel={t('action')}
      edit={edit}
    >
      <FormField form={edit.form} name="policy_id" label={t('policy')}>
        {({ value, set, onBlur, aria }) => (
          <PolicyPicker {...aria} value={String(value)} onChange={set} onBlur={onBlur} />
        )}
      </FormField>
    </FormDialog>
  );
}

function DeleteRule(about: About) {
  const { spec, rule, onClose } = about;
  const t = useTranslations('guard.rules.delete');
  const remove = useEndpointAction(spec.endpoints.remove, { notice: t('done') });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('title', { name: rule.name })}
      action={t('action')}
      onConfirm={() => remove({ params: paramsOf(about) })}
    >
      <RuleSentence kind={spec.kind} rule={rule} />
      <p className="mt-2">{t(rule.status === ENABLED ? 'text' : 'text_off')}</p>
    </ConfirmDialog>
  );
}

/** The dialogs about one of these rules, where the URL asks for one. */
export function RuleDialogs({ rules, ...more }: Omit<About, 'rule' | 'onClose'> & { rules: readonly RuleRow[] }) {
  const dialog = useDialogParam();
  const idOf = ({ rule_id }: RuleRow) => String(rule_id);
  const moved = dialog.rowOf('move-rule', rules, idOf);
  const deleted = dialog.rowOf('delete-rule', rules, idOf);
  return (
    <>
      {moved ? <MoveRule key={moved.rule_id} {...more} rule={moved} onClose={dialog.close} /> : null}
      {deleted ? <DeleteRule key={deleted.rule_id} {...more} rule={deleted} onClose={dialog.close} /> : null}
    </>
  );
}
