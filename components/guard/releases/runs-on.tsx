'use client';

import { useTranslations } from 'next-intl';
import { State } from '@/components/ui/content/mark';
import type { Release } from '@/lib/guard/releases/contract';

/** Where a release runs: red where a node failed, green only where all run it, neutral where none is to. */
export function RunsOn({ nodes: { running, failed, waiting } }: { nodes: Release['nodes'] }) {
  const t = useTranslations('guard.releases.nodes');
  const all = running + failed + waiting;
  if (all === 0) return <span className="text-ink-3">{t('none')}</span>;
  if (failed > 0) return <State meaning="rejected">{t('failed', { count: failed, all })}</State>;
  if (waiting > 0) return <State meaning="pending">{t('waiting', { running, all })}</State>;
  return <State meaning="approved">{t('running', { count: running })}</State>;
}
