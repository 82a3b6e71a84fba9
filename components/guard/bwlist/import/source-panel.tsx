'use client';

import { useTranslations } from 'next-intl';
import { type DragEvent, useRef, useState } from 'react';
import { Can } from '@/components/layout/account/can';
import { useFormat } from '@/components/layout/preferences/use-format';
import { Panel } from '@/components/ui/content/panel';
import { Button } from '@/components/ui/controls/button';
import { Field } from '@/components/ui/controls/field';
import { TextArea } from '@/components/ui/controls/textarea';
import { cx } from '@/components/ui/cx';
import { Note } from '@/components/ui/states/note';

/** Room for more lines than are read, with what else a table says of each. */
const MAX_BYTES = 16 * 1024 * 1024;
/** A longer text is not put into the field, where it would make each key slow. */
const MAX_TYPED = 50_000;

type Source = { name: string; text: string };

/** Where the addresses come from: typed or pasted text, or a file that is dropped or chosen. */
export function SourcePanel({ onSource }: { onSource: (source: Source) => void }) {
  const t = useTranslations('guard.bwlist.import');
  const format = useFormat();
  const [text, setText] = useState('');
  const [isOver, setOver] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const name = t('pasted');
  const take = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > MAX_BYTES) return setRefusal(t('too_large', { size: format.bytes(MAX_BYTES) }));
    onSource({ name: file.name, text: await file.text() });
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    void take(event.dataTransfer.files[0]);
  };
  return (
    <Can permission="guard.bwlist.ip_add">
      <Panel
        title={t('source')}
        footer={
          <>
            <span className="flex-1" />
            <Button
              variant="primary"
              reason={text.trim() === '' ? t('nothing_typed') : undefined}
              onClick={() => onSource({ name, text })}
            >
              {t('check')}
            </Button>
          </>
        }
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping has a button beside it that does the same */}
        <div
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
          className={cx('flex flex-col gap-3 rounded-2', isOver && 'outline-2 outline-accent')}
        >
          <Field label={t('text')} hint={t('hint')}>
            {(aria) => (
              <TextArea
                {...aria}
                mono
                rows={10}
                autoComplete="off"
                spellCheck={false}
                placeholder={'198.51.100.77\n203.0.113.0/24\n2001:db8:40::/48'}
                value={text}
                onChange={(event) => setText(event.target.value)}
                onPaste={(event) => {
                  const pasted = event.clipboardData.getData('text');
                  if (pasted.length <= MAX_TYPED) return;
                  event.preventDefault();
                  if (pasted.length > MAX_BYTES) setRefusal(t('too_large', { size: format.bytes(MAX_BYTES) }));
                  else onSource({ name, text: [text, pasted].filter((part) => part !== '').join('\n') });
                }}
              />
            )}
          </Field>
          {refusal ? (
            <Note meaning="rejected" role="alert">
              {refusal}
            </Note>
          ) : null}
          <div className="flex flex-wrap items-center gap-2">
            <Button icon="upload" onClick={() => chooser.current?.click()}>
              {t('choose')}
            </Button>
            <span className="text-12 text-ink-3">{t('drop')}</span>
          </div>
          <input
            ref={chooser}
            type="file"
            hidden
            accept=".txt,.csv,.tsv,.list,text/plain,text/csv"
            aria-label={t('choose')}
            onChange={(event) => {
              void take(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
        </div>
      </Panel>
    </Can>
  );
}
