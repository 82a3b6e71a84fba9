'use client';

import { useTranslations } from 'next-intl';
import type { UseFormReturn } from 'react-hook-form';
import { TextAreaField } from '@/components/form/fields';
import { FormDialog } from '@/components/form/form-dialog';
import { useEndpointForm, type ValuesOf } from '@/components/form/use-endpoint-form';
import { useFormat } from '@/components/layout/preferences/use-format';
import { Dotted } from '@/components/ui/content/dotted';
import { shortened } from '@/components/ui/content/shortened';
import { Button } from '@/components/ui/controls/button';
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog';
import { APPROVED, domains, REJECTED } from '@/lib/guard/domains/contract';
import type { Asking, Desk } from '../desk/use-desk';
import { LANGUAGES } from './languages';
import { note, rejection, TEMPLATE_NAMES, TEMPLATES, type Template } from './reasons';
import { DECISION_WORDS, UNREPORTED } from './use-decision';

const NAMED = 6;

type Values = ValuesOf<typeof note>;
type Props = { asking: Asking; desk: Desk };

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

/** The first names of a selection, and how many of it nobody has looked at. */
function Names({ asking: { rows }, desk }: Props) {
  const t = useTranslations('guard.approvals.batch');
  const names = rows.slice(0, NAMED).map((row) => row.domain);
  const unopened = rows.filter((row) => !desk.wasOpened(row.domain_id)).length;
  return (
    <>
      <span className="mt-1.5 flex flex-wrap gap-x-3 font-mono text-12 text-ink">
        {names.map((name) => (
          <Dotted key={name} name={name} />
        ))}
        {rows.length > names.length ? (
          <span className="font-sans text-ink-2">{t('more', { count: rows.length - names.length })}</span>
        ) : null}
      </span>
      {unopened > 0 ? <span className="mt-1.5 block font-medium">{t('unopened', { count: unopened })}</span> : null}
    </>
  );
}

/** Which domains it is about, when there are several, and what the decision does to them. */
function About({ asking, desk }: Props) {
  const t = useTranslations('guard.approvals');
  const { decision, rows, isBatch } = asking;
  const [first] = rows;
  if (isBatch) {
    return (
      <>
        {t(`batch.text.${DECISION_WORDS[decision]}`)}
        <Names asking={asking} desk={desk} />
      </>
    );
  }
  if (decision !== REJECTED || !first) return t('review_text', { owner: first?.user_name ?? '' });
  const text = first.audit_status === APPROVED ? 'reject_text_running' : 'reject_text';
  return t(text, { owner: first.user_name });
}

/** Approval needs no words: one look at what is chosen. */
function ApproveDialog({ asking, desk }: Props) {
  const t = useTranslations('guard.approvals.batch');
  const common = useTranslations('common');
  const count = asking.rows.length;
  return (
    <ConfirmDialog
      open
      onClose={desk.keep}
      tone="primary"
      keep={common('cancel')}
      title={t('title.approved', { count })}
      action={t('action.approved', { count })}
      onConfirm={() => desk.send(asking, UNREPORTED)}
    >
      <About asking={asking} desk={desk} />
    </ConfirmDialog>
  );
}

/** What a decision asks for before it is sent. */
export function DecideDialog(props: Props) {
  return props.asking.decision === APPROVED ? <ApproveDialog {...props} /> : <ReasonDialog {...props} />;
}

/**
 * The words that go with a decision, in both languages: required for a rejection, else optional. Ctrl or Cmd with Enter
 * sends.
 */
function ReasonDialog({ asking, desk }: Props) {
  const t = useTranslations('guard.approvals');
  const { locale } = useFormat();
  const { decision, rows, isBatch } = asking;
  const isRejection = decision === REJECTED;
  const edit = useEndpointForm(isRejection ? rejection : note, {
    defaultValues: {
      domain_ids: rows.map((row) => row.domain_id),
      audit_status: decision,
      reason: desk.draftOf(decision, rows),
    },
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
          : t(isRejection ? 'reject_title' : 'review_title', { domain: shortened(first?.domain ?? '') })
      }
      description={<About asking={asking} desk={desk} />}
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
