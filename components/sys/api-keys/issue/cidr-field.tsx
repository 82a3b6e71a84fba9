'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { type Control, useController } from 'react-hook-form';
import { WrongLines } from '@/components/form/wrong-lines';
import { usePermission } from '@/components/layout/account/session';
import { Button } from '@/components/ui/controls/button';
import { Field } from '@/components/ui/controls/field';
import { TextArea } from '@/components/ui/controls/textarea';
import { query } from '@/lib/api/client';
import { apiKeys } from '@/lib/sys/api-keys/contract';
import { cidrLines } from './cidr-lines';
import type { KeyValues } from './issue-form';

/** Adds the address this browser is seen at; the program that uses the key may well have another. */
function OwnAddress({ written, onAdd }: { written: string; onAdd: (address: string) => void }) {
  const t = useTranslations('sys.api-keys.cidrs');
  const { data, isLoading } = useQuery({
    ...query(apiKeys.callerAddress, {}),
    enabled: usePermission()('sys.apikey.create'),
    staleTime: 60_000,
  });
  // As high as the button that follows.
  if (!data) return isLoading ? <div className="h-(--ctl-sm)" /> : null;
  const isThere = cidrLines(written).some((line) => line.written === data.client_ip);
  return (
    <div>
      <Button variant="quiet" size="small" icon="plus" disabled={isThere} onClick={() => onAdd(data.client_ip)}>
        {t('own', { address: data.client_ip })}
      </Button>
    </div>
  );
}

/** From where the key works, one range per line; each line that is none is named. */
export function CidrField({ control }: { control: Control<KeyValues> }) {
  const t = useTranslations('sys.api-keys.cidrs');
  const { field, fieldState } = useController({ control, name: 'allowed_ip_cidrs' });
  const [written, setWritten] = useState((field.value ?? []).join('\n'));
  const lines = cidrLines(written);
  const linesId = useId();
  const write = (text: string) => {
    setWritten(text);
    field.onChange(cidrLines(text).map((line) => line.cidr));
  };
  const wrong = fieldState.error ? lines.flatMap((line, i) => (line.isValid ? [] : [{ ...line, index: i }])) : [];
  return (
    <div data-field="allowed_ip_cidrs" className="flex flex-col gap-1.5">
      <Field
        label={t('label')}
        hint={wrong.length > 0 ? undefined : t('hint')}
        error={fieldState.error?.message}
        optional
      >
        {(aria) => (
          <TextArea
            {...aria}
            aria-describedby={wrong.length > 0 ? linesId : aria['aria-describedby']}
            aria-invalid={wrong.length > 0 || aria['aria-invalid'] ? true : undefined}
            ref={field.ref}
            mono
            rows={3}
            spellCheck={false}
            placeholder="203.0.113.0/24"
            value={written}
            onBlur={field.onBlur}
            onChange={(event) => write(event.target.value)}
          />
        )}
      </Field>
      <WrongLines
        id={linesId}
        lines={wrong.map(({ line, written: text, index }) => ({
          key: line,
          message: t('wrong', { line, text }),
          field: `allowed_ip_cidrs.${index}`,
        }))}
      />
      <OwnAddress
        written={written}
        onAdd={(address) => write([written.trimEnd(), address].filter(Boolean).join('\n'))}
      />
    </div>
  );
}
