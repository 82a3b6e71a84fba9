'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { parseNumber } from '@/components/form/parse-number';
import { Checkbox } from '@/components/ui/controls/checkbox';
import { Field } from '@/components/ui/controls/field';
import { Input } from '@/components/ui/controls/input';

/** A number being typed; what is not one stays in the box and is said, and the setting keeps what it had. */
function NumberKey({ name, value, onChange }: { name: string; value: number; onChange: (value: unknown) => void }) {
  const t = useTranslations('guard.settings');
  const [typed, setTyped] = useState<string | null>(null);
  const isWrong = typed !== null && typeof parseNumber(typed) !== 'number';
  return (
    <Field label={<code className="text-12">{name}</code>} error={isWrong ? t('number') : undefined}>
      {(aria) => (
        <Input
          {...aria}
          inputMode="decimal"
          value={typed ?? String(value)}
          onChange={(event) => {
            const next = parseNumber(event.target.value);
            setTyped(event.target.value);
            if (typeof next === 'number') onChange(next);
          }}
          onBlur={() => setTyped(isWrong ? typed : null)}
        />
      )}
    </Field>
  );
}

/** A key of a setting that the console has no words for: by its type; lists and objects are edited as JSON. */
export function OtherKey({
  name,
  value,
  onChange,
}: {
  name: string;
  value: unknown;
  onChange: (value: unknown) => void;
}) {
  const t = useTranslations('guard.settings');
  if (typeof value === 'boolean') {
    return <Checkbox label={<code className="text-12">{name}</code>} checked={value} onChange={onChange} />;
  }
  if (typeof value === 'number') return <NumberKey name={name} value={value} onChange={onChange} />;
  if (typeof value === 'string') {
    return (
      <Field label={<code className="text-12">{name}</code>}>
        {(aria) => <Input {...aria} mono value={value} onChange={(event) => onChange(event.target.value)} />}
      </Field>
    );
  }
  return (
    <div className="min-w-0">
      <code className="text-12">{name}</code>
      <code className="block truncate text-12 text-ink-2">{JSON.stringify(value)}</code>
      <span className="text-12 text-ink-3">{t('as_json')}</span>
    </div>
  );
}
