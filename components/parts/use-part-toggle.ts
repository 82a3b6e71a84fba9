'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { notify } from '@/components/ui/overlays/toast';
import type { Part, PartKind } from './parts';

type Switched<P extends Part> = Pick<PartKind<P>, 'texts' | 'queryKey' | 'toggle'>;

/** Switches a part at once on screen, and back with the server's reason where it is refused. */
export function usePartToggle<P extends Part>({ texts, queryKey, toggle }: Switched<P>): (part: P) => Promise<void> {
  const t = useTranslations(texts);
  const queries = useQueryClient();
  return async (part) => {
    if (!toggle) return;
    const wasOn = toggle.isOn(part);
    const { name } = part;
    await queries.cancelQueries({ queryKey });
    const before = queries.getQueryData<{ list: P[] }>(queryKey);
    const shown = (one: P) => (one.id === part.id ? toggle.with(one, !wasOn) : one);
    queries.setQueryData<{ list: P[] }>(queryKey, (data) => data && { ...data, list: data.list.map(shown) });
    try {
      await toggle.save(part, !wasOn);
      notify({ kind: 'done', title: t(wasOn ? 'switched_off' : 'switched_on', { name }) });
    } catch (error) {
      queries.setQueryData(queryKey, before);
      notify({ kind: 'failed', title: t(wasOn ? 'stays_on' : 'stays_off', { name }), error });
    }
  };
}
