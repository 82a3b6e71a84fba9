'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Can } from '@/components/layout/account/can';
import { usePermission } from '@/components/layout/account/session';
import { Detail } from '@/components/layout/page/detail';
import { useDialogParam } from '@/components/layout/page/use-dialog-param';
import { latePart } from '@/components/layout/preferences/late-part';
import { PageHeader } from '@/components/ui/content/page-header';
import { Button, ButtonLink } from '@/components/ui/controls/button';
import { type AlertRule, alertRules } from '@/lib/analytics/alert-rules/contract';
import { RuleForm } from './rule-form';
import { useRuleWords } from './use-rule-words';

const DeleteRuleDialog = latePart(() => import('./delete-rule-dialog').then((m) => m.DeleteRuleDialog));

const LIST = '/analytics/alerts/rules';

/** The page of one rule. */
export function RuleScreen({ id }: { id: string }) {
  return (
    <Detail endpoint={alertRules.view} id={id} back={LIST}>
      {(rule) => <Loaded rule={rule} />}
    </Detail>
  );
}

function Loaded({ rule }: { rule: AlertRule }) {
  const t = useTranslations('analytics.alert-rules');
  const router = useRouter();
  const dialog = useDialogParam();
  const words = useRuleWords();
  const canAudit = usePermission()('sys.audit.view');
  const toList = () => router.push(LIST);
  return (
    <>
      <PageHeader
        title={rule.name}
        description={t('described', { what: words.sentence(rule), domain: rule.domain || t('all_domains') })}
        actions={
          <>
            {canAudit ? (
              <ButtonLink icon="audit" href={`/sys/audit/operations?${new URLSearchParams({ keyword: rule.name })}`}>
                {t('menu_audit')}
              </ButtonLink>
            ) : null}
            <Can permission="analytics.alertrule.delete">
              <Button variant="danger-soft" onClick={() => dialog.open('delete')}>
                {t('delete.action')}
              </Button>
            </Can>
          </>
        }
      />
      <RuleForm key={rule.id} rule={rule} onSaved={toList} onCancel={toList} />
      {dialog.isOpen('delete') ? <DeleteRuleDialog rule={rule} onClose={dialog.close} onDeleted={toList} /> : null}
    </>
  );
}
