'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button, IconButton } from './button';

/** Writes to the clipboard; false where the browser refuses, as it does on plain http. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const before = document.activeElement;
    const area = document.createElement('textarea');
    area.value = text;
    area.style.position = 'fixed';
    area.style.opacity = '0';
    (document.activeElement?.closest('[role=dialog]') ?? document.body).append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    return done;
  }
}

/** Copies `text`; says so in place. With `label` it has words, else it is an icon called `name`. */
export function CopyButton({
  text,
  name,
  label,
  variant = 'quiet',
  size = 'small',
  onCopied,
}: {
  text: string | (() => string);
  name?: string;
  label?: string;
  variant?: 'primary' | 'secondary' | 'quiet';
  size?: 'normal' | 'small';
  onCopied?: () => void;
}) {
  const t = useTranslations('common');
  const [outcome, setOutcome] = useState<'idle' | 'copied' | 'failed'>('idle');
  const copy = async () => {
    const done = await copyText(typeof text === 'function' ? text() : text);
    setOutcome(done ? 'copied' : 'failed');
    if (done) onCopied?.();
    setTimeout(() => setOutcome('idle'), 2000);
  };
  const said = outcome === 'copied' ? t('copied') : outcome === 'failed' ? t('copy_failed') : null;
  const icon = outcome === 'copied' ? 'check' : 'copy';
  return (
    <>
      {label ? (
        <Button variant={variant} size={size} icon={icon} onClick={copy}>
          {said ?? label}
        </Button>
      ) : (
        <IconButton variant={variant} size={size} icon={icon} name={said ?? name ?? t('copy')} onClick={copy} />
      )}
      <span role="status" className="sr-only">
        {said}
      </span>
    </>
  );
}

/** What is copied or compared letter by letter, with its copy button; `name` says what it is. */
export function Copyable({ text, name }: { text: string; name: string }) {
  const t = useTranslations('common');
  return (
    <span className="inline-flex max-w-full items-center gap-0.5">
      <span className="min-w-0 font-mono text-12 wrap-anywhere">
        {text.split('.').map((part, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by its place
          <span key={i}>
            {i > 0 ? (
              <>
                .<wbr />
              </>
            ) : null}
            {part}
          </span>
        ))}
      </span>
      <CopyButton text={text} name={t('copy_named', { name })} />
    </span>
  );
}
