'use client';

import { useTranslations } from 'next-intl';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { FormField } from '@/components/form/fields';
import { Button } from '@/components/ui/controls/button';
import { TextArea } from '@/components/ui/controls/textarea';
import { cx } from '@/components/ui/cx';

/** More than the server takes, so that it is the server that says so. */
const MOST_BYTES = 140_000;

/** The texts of the files, one after another. */
async function textOf(files: Iterable<File>): Promise<string> {
  const texts = await Promise.all([...files].map((file) => file.slice(0, MOST_BYTES).text()));
  return texts.join('\n');
}

/**
 * A PEM text: pasted, dropped as files or chosen. What arrives as a whole goes to `onText`, since a file may hold the
 * certificate and the key together. Neither the browser nor a password manager is to remember it.
 */
export function PemField<V extends FieldValues>({
  form,
  name,
  label,
  hint,
  refusal,
  optional,
  rows,
  onText,
}: {
  form: { control: Control<V> };
  name: FieldPath<V>;
  label: string;
  hint?: ReactNode;
  /** What the preview found wrong. */
  refusal?: string;
  optional?: boolean;
  rows: number;
  onText: (text: string) => void;
}) {
  const t = useTranslations('guard.certs.form');
  const [isOver, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const take = async (files: Iterable<File>) => onText(await textOf(files));
  const drop = (event: DragEvent) => {
    setOver(false);
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    void take(event.dataTransfer.files);
  };
  return (
    <FormField form={form} name={name} label={label} hint={hint} refusal={refusal} optional={optional}>
      {({ value, set, onBlur, ref, aria }) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: dropping has a button beside it that does the same
        <div
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
          className={cx('flex flex-col items-start gap-1.5 rounded-2', isOver && 'outline-2 outline-accent')}
        >
          <TextArea
            {...aria}
            ref={ref}
            mono
            rows={rows}
            autoComplete="off"
            autoCorrect="off"
            autoCapitalize="off"
            spellCheck={false}
            data-1p-ignore=""
            data-lpignore="true"
            value={String(value ?? '')}
            onBlur={onBlur}
            onChange={(event) => set(event.target.value)}
            onPaste={(event) => {
              const text = event.clipboardData.getData('text');
              const isWholeField = event.currentTarget.value === '';
              if (!isWholeField || !text.includes('-----BEGIN ')) return;
              event.preventDefault();
              onText(text);
            }}
          />
          <Button
            size="small"
            icon="upload"
            aria-label={t('choose_file', { name: label })}
            onClick={() => chooser.current?.click()}
          >
            {t('choose')}
          </Button>
          <input
            ref={chooser}
            type="file"
            multiple
            hidden
            accept=".pem,.crt,.cer,.key,.txt"
            aria-label={t('choose_file', { name: label })}
            onChange={(event) => {
              void take(event.target.files ?? []);
              event.target.value = '';
            }}
          />
        </div>
      )}
    </FormField>
  );
}
