'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { InLanguage } from '@/components/layout/preferences/in-language';
import { useLanguage } from '@/components/layout/preferences/intl-provider';
import { Button } from '@/components/ui/controls/button';
import { LOCALES } from '@/lib/i18n/locales';
import type { KindSpec, RuleValues } from '../kind';
import { RuleSentence } from './rule-sentence';

/** The sentence of a rule in the reader's language, and at a press in the other one too. */
export function BothLanguages({ spec, rule }: { spec: KindSpec; rule: RuleValues }) {
  const t = useTranslations('guard.rules');
  const { locale } = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const other = LOCALES.find((one) => one !== locale) ?? locale;
  return (
    <section
      aria-label={t('in_words')}
      className="flex items-start gap-2 border-l-[3px] border-line-strong bg-sunken px-3 py-2.5"
    >
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <RuleSentence kind={spec.kind} rule={rule} />
        {isOpen ? (
          <InLanguage locale={other}>
            <RuleSentence kind={spec.kind} rule={rule} />
          </InLanguage>
        ) : null}
      </div>
      <Button variant="quiet" size="small" pressed={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('in_other')}
      </Button>
    </section>
  );
}
