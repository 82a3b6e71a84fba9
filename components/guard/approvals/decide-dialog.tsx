'use client';

import { useTranslations } from 'next-intl';
import type { UseFormReturn } from 'react-hook-form';
import { TextAreaField } from '@/components/form/fields';
import { FormDialog } from '@/components/form/form-dialog';
import { useEndpointForm, type ValuesOf } from '@/components/form/use-endpoint-form';
import { useFormat } from '@/components/layout/use-format';
import { Button } from '@/components/ui/button';
import { APPROVED, domains, REJECTED } from '@/lib/guard/domains/contract';
import { LANGUAGES, note, rejection, TEMPLATE_NAMES, TEMPLATES, type Template } from './reasons';
import { DECISION_WORDS, UNTOLD } from './use-decision';
import type { Asking, Desk } from './use-desk';

const NAMED = 6;

type Values = ValuesOf<typeof note>;

/** Texts to begin a rejection with; choosing one replaces what both fields hold. */
function Templates({ form }: { form: UseFormReturn<Values> }) {
  const t = useTranslations('guard.approvals.reason');
  const begin = (name: Template) => form.setValue('reason', { ...TEMPLATES[name] }, { shouldDirty: true });
  return (
    <fieldset className="flex flex-col gap-[5px]">
      <legend className="mb-[5px] font-medium">{t('templates')}</legend>
      <div className="flex flex-wrap gap-1.5">
        {TEMPLATE_NAMES.map((name) => (
          <Button
            key={name}
            size="small"
            onClick={() => {
              begin(name);
              form.clearErrors();
            }}
          >
            {t(`template.${name}`)}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}

/** Which domains it is about, when there are several, and what the decision does to them. */
function About({ asking: { decision, rows, isBatch } }: { asking: Asking }) {
  const t = useTranslations('guard.approvals');
  const [first] = rows;
  if (!isBatch) {
    if (decision !== REJECTED || !first) return t('review_text', { owner: first?.user_name ?? '' });
    const text = first.audit_status === APPROVED ? 'reject_text_running' : 'reject_text';
    return t(text, { owner: first.user_name });
  }
  const names = rows.slice(0, NAMED).map((row) => row.domain);
  return (
    <>
      {t(`batch.text.${DECISION_WORDS[decision]}`)}
      <span className="mt-1 block font-mono text-12 break-all text-ink">
        {names.join(' ')}
        {rows.length > names.length ? ` ${t('batch.more', { count: rows.length - names.length })}` : null}
      </span>
    </>
  );
}

/**
 * The words that go with a decision, in both languages: required for a rejection, else optional. Ctrl or Cmd with Enter
 * sends.
 */
export function DecideDialog({ asking, desk }: { asking: Asking; desk: Desk }) {
  const t = useTranslations('guard.approvals');
  const { locale } = useFormat();
  const { decision, rows, isBatch } = asking;
  const isRejection = decision === REJECTED;
  const edit = useEndpointForm(isRejection ? rejection : note, {
    defaultValues: { domain_ids: rows.map((row) => row.domain_id), audit_status: decision, reason: UNTOLD },
    send: async ({ reason }) => {
      await desk.send(asking, reason);
      return { results: [] };
    },
    invalidates: [domains.list.path],
    onSaved: desk.keep,
  });
  const word = DECISION_WORDS[decision];
  const [first] = rows;
  return (
    <FormDialog
      open
      onClose={desk.keep}
      title={
        isBatch
          ? t(`batch.title.${word}`, { count: rows.length })
          : t(isRejection ? 'reject_title' : 'review_title', { domain: first?.domain ?? '' })
      }
      description={<About asking={asking} />}
      submitLabel={isBatch ? t(`batch.action.${word}`, { count: rows.length }) : t(`action.${word}`)}
      tone={isRejection ? 'danger' : 'primary'}
      size="wide"
      edit={edit}
    >
      {isRejection ? <Templates form={edit.form} /> : null}
      {LANGUAGES.toSorted((a, b) => Number(b === locale) - Number(a === locale)).map((language, i) => (
        <TextAreaField
          key={language}
          form={edit.form}
          name={`reason.${language}`}
          label={t(`reason.${isRejection ? 'reason' : 'note'}.${language}`)}
          hint={
            i === 0 ? undefined : (
              <>
                {t(isRejection ? 'reason.hint' : 'reason.note_hint')}{' '}
                <span className="max-sm:hidden">{t('reason.keys')}</span>
              </>
            )
          }
          optional={isRejection ? false : 'clears'}
          rows={3}
        />
      ))}
    </FormDialog>
  );
}
