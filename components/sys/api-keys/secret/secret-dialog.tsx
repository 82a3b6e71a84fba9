'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { usePermission } from '@/components/layout/account/session';
import { useFormat, useNow } from '@/components/layout/preferences/use-format';
import { CodeBlock } from '@/components/ui/content/code-block';
import { KeyValueList } from '@/components/ui/content/key-value-list';
import { Tag } from '@/components/ui/content/tag';
import { Button, IconButton } from '@/components/ui/controls/button';
import { Checkbox } from '@/components/ui/controls/checkbox';
import { CopyButton } from '@/components/ui/controls/copy-button';
import { Dialog } from '@/components/ui/overlays/dialog';
import { saveText } from '@/components/ui/save-blob';
import { FirstCall } from './first-call';
import { envFile, envFileName, masked, type NewKey, tryLine, tryPath } from './new-key';
import { useStay } from './use-stay';

const DAY_MS = 86_400_000;
const SCOPES_SHOWN = 8;

/** The key itself, masked until asked for. */
function SecretBox({
  issued,
  isShown,
  onShow,
  onCopied,
}: Shown & { onShow: (on: boolean) => void; onCopied: () => void }) {
  const t = useTranslations('sys.api-keys.secret');
  return (
    <div className="flex items-center gap-1 rounded-2 border border-accent-line bg-selected px-3 py-2.5 max-sm:flex-wrap">
      <code className="min-w-0 flex-1 text-13 leading-5 break-all max-sm:basis-full">
        {isShown ? issued.api_key : masked(issued)}
      </code>
      <IconButton
        icon={isShown ? 'eye-off' : 'eye'}
        size="small"
        name={t(isShown ? 'hide' : 'show')}
        pressed={isShown}
        onClick={() => onShow(!isShown)}
      />
      <CopyButton variant="primary" label={t('copy')} text={() => issued.api_key} onCopied={onCopied} />
    </div>
  );
}

type Shown = { issued: NewKey; isShown: boolean };

function Facts({ issued }: { issued: NewKey }) {
  const t = useTranslations('sys.api-keys');
  const field = useTranslations('fields');
  const format = useFormat();
  const days = Math.round((issued.expires_at - useNow()) / DAY_MS);
  const { scopes, allowed_ip_cidrs } = issued;
  const scopeTags: ReactNode =
    scopes.length === 0 ? (
      t('all_scopes')
    ) : (
      <span className="flex flex-wrap gap-1">
        {scopes.slice(0, SCOPES_SHOWN).map((scope) => (
          <Tag key={scope} mono>
            {scope}
          </Tag>
        ))}
        {scopes.length > SCOPES_SHOWN ? t('and_more', { count: scopes.length - SCOPES_SHOWN }) : null}
      </span>
    );
  return (
    <KeyValueList
      facts={[
        { key: 'name', label: field('name'), value: issued.name },
        {
          key: 'from',
          label: t('fields.works_from'),
          value:
            allowed_ip_cidrs.length === 0 ? (
              t('anywhere')
            ) : (
              <code className="text-12">{allowed_ip_cidrs.join(', ')}</code>
            ),
        },
        {
          key: 'expires',
          label: t('fields.expires'),
          value: (
            <>
              <span className="tabular-nums">{format.date(issued.expires_at)}</span>{' '}
              <span className="text-ink-3">{t('in_days', { count: days })}</span>
            </>
          ),
        },
        { key: 'scopes', label: t('fields.scopes'), value: scopeTags },
      ]}
    />
  );
}

/** A call to paste into a terminal, and whether one came; nothing where the key allows none that is known here. */
function TryIt({ issued, isShown }: Shown) {
  const t = useTranslations('sys.api-keys.secret');
  const path = tryPath(issued.scopes, usePermission());
  if (path === undefined) return null;
  const line = (text: string) => tryLine(window.location.origin, path, text);
  return (
    <section className="flex flex-col gap-1.5">
      <h3 className="font-semibold">{t('try')}</h3>
      <CodeBlock
        code={line(isShown ? issued.api_key : masked(issued)).trimStart()}
        copied={() => line(issued.api_key)}
        caption={t('call')}
      />
      <FirstCall key_id={issued.key_id} />
    </section>
  );
}

/**
 * The secret of a new key, shown this once. Nothing closes it before the key was copied, saved, or said to be stored;
 * what it holds leaves with it.
 */
export function SecretDialog({ issued, onDone }: { issued: NewKey; onDone: () => void }) {
  const t = useTranslations('sys.api-keys.secret');
  const [isShown, setShown] = useState(false);
  const [isTaken, setTaken] = useState(false);
  const [isStored, setStored] = useState(false);
  const isSafe = isTaken || isStored;
  useStay(!isSafe);
  return (
    <Dialog
      open
      insistent
      size="wide"
      onClose={onDone}
      title={t('title')}
      description={t('text')}
      footer={
        <>
          <span className="flex-1 max-sm:basis-full">
            <Checkbox label={t('stored')} checked={isStored} onChange={setStored} />
          </span>
          <Button
            icon="download"
            onClick={() => {
              saveText(envFileName(issued), envFile(window.location.origin, issued), 'text/plain;charset=utf-8');
              setTaken(true);
            }}
          >
            {t('download')}
          </Button>
          <Button
            variant={isSafe ? 'primary' : 'secondary'}
            reason={isSafe ? undefined : t('not_yet')}
            onClick={onDone}
          >
            {t('done')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <SecretBox issued={issued} isShown={isShown} onShow={setShown} onCopied={() => setTaken(true)} />
        <Facts issued={issued} />
        <TryIt issued={issued} isShown={isShown} />
      </div>
    </Dialog>
  );
}
