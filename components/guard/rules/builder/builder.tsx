'use client';

import { useTranslations } from 'next-intl';
import { type BaseSyntheticEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { useWatch } from 'react-hook-form';
import { ChangedMeanwhile } from '@/components/form/changed-meanwhile';
import { FormPage } from '@/components/form/form-page';
import { useFirstField } from '@/components/form/use-first-field';
import { RulePreview } from '@/components/guard/rule-preview/rule-preview';
import { useRulePreview } from '@/components/guard/rule-preview/use-rule-preview';
import { MainAside } from '@/components/layout/page/main-aside';
import { Panel } from '@/components/ui/content/panel';
import { Segmented } from '@/components/ui/controls/segmented';
import { Note } from '@/components/ui/states/note';
import type { KindSpec, RuleValues, StoredRule } from '../kind';
import { BothLanguages } from '../words/both-languages';
import { RuleFields } from './rule-fields';
import { RuleJson } from './rule-json';
import { useRuleEdit } from './use-rule-edit';
import { useRuleJson } from './use-rule-json';

const VIEWS = ['form', 'json'] as const;
type View = (typeof VIEWS)[number];

/** Makes a rule, or changes `rule`, as a form or as the JSON that is sent. Mount it with what it is about as `key`. */
export function Builder({
  spec,
  policy_id,
  rule,
  start,
  isPrefilled,
  note,
  onClose,
}: {
  spec: KindSpec;
  policy_id: string;
  rule?: StoredRule;
  /** What the form begins with. */
  start: RuleValues;
  /** Whether that is a draft or a copy, which is lost when the builder is left. */
  isPrefilled?: boolean;
  /** What is to be known before it is filled in. */
  note?: string;
  onClose: () => void;
}) {
  const t = useTranslations('guard.rules');
  const own = useTranslations(`guard.rules.${spec.kind}`);
  const [view, setView] = useState<View>('form');
  const edit = useRuleEdit({
    ...{ spec, policy_id, rule, start, isPrefilled, onClose },
    // At once, so that the field is there to show what is refused.
    onRefused: () => flushSync(() => show('form')),
  });
  const { form, version } = edit;
  const { seen } = version;
  const json = useRuleJson(spec, form);
  const values = useWatch({ control: form.control }) as RuleValues;
  const found = useRulePreview(spec.kind, policy_id, values);
  const panel = useFirstField();

  // A text that is no rule stays in sight until it is one.
  const show = (next: View) => {
    if (json.fault) return;
    json.follow();
    setView(next);
  };
  const submit = (event?: BaseSyntheticEvent) => {
    if (!json.fault) return edit.submit(event);
    event?.preventDefault();
    panel.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  };
  return (
    <div ref={panel} className="scroll-mt-14">
      <MainAside aside={<RulePreview kind={spec.kind} rule={values} found={found} />}>
        <Panel
          title={own(seen ? 'edit' : 'create')}
          source={seen?.name}
          actions={
            <Segmented<View>
              size="small"
              name={t('builder.view')}
              value={view}
              onChange={show}
              segments={VIEWS.map((value) => ({ value, label: t(`builder.views.${value}`) }))}
            />
          }
        >
          {note ? (
            <Note meaning="unaudited" className="mb-3">
              {note}
            </Note>
          ) : null}
          <FormPage wide edit={{ ...edit, submit }} submitLabel={own(seen ? 'save' : 'create')} onCancel={onClose}>
            {view === 'form' ? (
              <RuleFields form={form} spec={spec} refused={found.refused} />
            ) : (
              <RuleJson json={json} />
            )}
            <BothLanguages spec={spec} rule={values} />
            <ChangedMeanwhile
              type={spec.type}
              version={version}
              mine={form.getValues()}
              onSettle={(taken) => {
                if (taken) form.reset(taken);
                json.follow();
              }}
            />
          </FormPage>
        </Panel>
      </MainAside>
    </div>
  );
}
