'use client';

import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { Button } from '@/components/ui/controls/button';
import { Field } from '@/components/ui/controls/field';
import { TextArea } from '@/components/ui/controls/textarea';
import { faultAt, type JsonFault } from './json-text';

/** An object as one JSON text. What is wrong in it is said with its place, which one press goes to. */
export function JsonView({
  label,
  hint,
  text,
  fault,
  refusal,
  onChange,
}: {
  label: string;
  hint: string;
  text: string;
  fault: JsonFault | null;
  /** What is wrong with the object itself. */
  refusal?: string;
  onChange: (text: string) => void;
}) {
  const t = useTranslations('common.json');
  const area = useRef<HTMLTextAreaElement>(null);
  const said =
    fault === null
      ? refusal
      : fault.kind === 'syntax'
        ? t('fault', { line: fault.line, column: fault.column })
        : t('object');
  const goThere = () => {
    const at = faultAt(text);
    area.current?.focus();
    area.current?.setSelectionRange(at, Math.min(at + 1, text.length));
  };
  return (
    <div className="p-(--panel-pad)">
      <Field label={label} hint={hint} error={said}>
        {(aria) => (
          <TextArea
            {...aria}
            ref={area}
            mono
            rows={Math.min(20, Math.max(12, text.split('\n').length + 1))}
            spellCheck={false}
            value={text}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      {fault?.kind === 'syntax' ? (
        <Button size="small" className="mt-2" onClick={goThere}>
          {t('go_there')}
        </Button>
      ) : null}
    </div>
  );
}
