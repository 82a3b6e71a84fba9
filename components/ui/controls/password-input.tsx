'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Icon } from '@/components/ui/content/icon';
import { Input, type InputProps } from './input';

/** A password box that can show what was typed; pasting is always allowed (WCAG 3.3.8). */
export function PasswordInput(props: Omit<InputProps, 'type' | 'end'>) {
  const t = useTranslations('common');
  const [shown, setShown] = useState(false);
  return (
    <Input
      {...props}
      type={shown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="off"
      end={
        <button
          type="button"
          aria-label={t('show_password')}
          aria-pressed={shown}
          title={t('show_password')}
          onClick={() => setShown(!shown)}
          className="-mr-1 grid size-6 place-items-center rounded-1 text-ink-3 hover:text-ink"
        >
          <Icon name={shown ? 'eye-off' : 'eye'} />
        </button>
      }
    />
  );
}
