'use client';

import { useTranslations } from 'next-intl';
import { useId } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { FormField } from '@/components/form/fields';
import { WrongLines } from '@/components/form/wrong-lines';
import { TextArea } from '@/components/ui/controls/textarea';
import type { sortedOut } from './domain-entries';
import type { NewDomains } from './new-domains';

/** A longer list scrolls in its box. */
const MOST_ROWS = 12;
/** More wrong entries than this are only counted. */
const MOST_NAMED = 5;

/** The domains as pasted; each entry that is none is named with its line. */
export function DomainsField({
  form,
  pasted,
  wrong,
}: {
  form: UseFormReturn<NewDomains>;
  pasted: string;
  wrong: ReturnType<typeof sortedOut>['wrong'];
}) {
  const t = useTranslations('guard.domains.new');
  const linesId = useId();
  const named = wrong.slice(0, MOST_NAMED).map(({ line, text }, index) => ({
    key: `${line}-${index}`,
    message: t('wrong_line', { line, text }),
  }));
  return (
    <FormField form={form} name="domains" label={t('domains')} hint={t('domains_hint')}>
      {({ value, set, onBlur, ref, aria }) => (
        <>
          <TextArea
            {...aria}
            aria-describedby={
              aria['aria-invalid'] && named.length > 0
                ? [linesId, aria['aria-describedby']].filter(Boolean).join(' ')
                : aria['aria-describedby']
            }
            ref={ref}
            mono
            rows={Math.min(MOST_ROWS, Math.max(3, pasted.split('\n').length))}
            placeholder="www.example.com"
            spellCheck={false}
            value={String(value)}
            onBlur={onBlur}
            onChange={(event) => set(event.target.value)}
          />
          {aria['aria-invalid'] ? <WrongLines id={linesId} lines={named} /> : null}
        </>
      )}
    </FormField>
  );
}
