'use client';

import { useTranslations } from 'next-intl';
import { useWord } from '@/components/audit/word';
import { useNow } from '@/components/layout/preferences/use-format';
import { type MarkShape, State } from '@/components/ui/content/mark';
import type { Meaning } from '@/components/ui/content/meaning';
import type { ApiKey } from '@/lib/sys/api-keys/contract';

const REVOKED = 2;

export type KeyState = 'active' | 'expired' | 'revoked';

const MARKS: Record<KeyState, { meaning: Meaning; shape: MarkShape }> = {
  active: { meaning: 'approved', shape: 'full' },
  expired: { meaning: 'pending', shape: 'hollow' },
  revoked: { meaning: 'unaudited', shape: 'crossed' },
};

/** Whether a key still works; an expired one can be renewed, a revoked one never comes back. */
export function stateOf({ status, expires_at }: Pick<ApiKey, 'status' | 'expires_at'>, now: number): KeyState {
  if (status === REVOKED) return 'revoked';
  return expires_at <= now ? 'expired' : 'active';
}

/** Mark, colour and word of a key's state at this moment. */
export function useKeyMark() {
  const t = useTranslations('sys.api-keys.states');
  const word = useWord();
  const now = useNow();
  return (key: Pick<ApiKey, 'status' | 'expires_at'>) => {
    const state = stateOf(key, now);
    return {
      ...MARKS[state],
      state,
      word: state === 'expired' ? t('expired') : word('words.api_key_status', key.status),
    };
  };
}

/** The state of a key, in a table. */
export function KeyStateMark({ apiKey }: { apiKey: ApiKey }) {
  const { meaning, shape, word } = useKeyMark()(apiKey);
  return (
    <State meaning={meaning} shape={shape}>
      {word}
    </State>
  );
}
