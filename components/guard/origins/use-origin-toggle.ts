'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useInvalidate } from '@/components/form/use-invalidate';
import { settingsQuery } from '@/components/guard/settings/use-settings';
import { notify } from '@/components/ui/overlays/toast';
import { call } from '@/lib/api/client';
import { origins } from '@/lib/guard/origins/contract';
import { isEnabled, type OriginRow, readOrigin, withStatus } from './origin-setting';

/** Switches an origin at once on screen, and back with the server's reason where it is refused. */
export function useOriginToggle(domain_id: string): (row: OriginRow) => Promise<void> {
  const t = useTranslations('guard.origins');
  const queries = useQueryClient();
  const invalidate = useInvalidate();
  const { queryKey } = settingsQuery(domain_id);
  return async (row) => {
    const on = !isEnabled(row.origin);
    await queries.cancelQueries({ queryKey });
    const before = queries.getQueryData(queryKey);
    queries.setQueryData(
      queryKey,
      (data) =>
        data && {
          settings: { ...data.settings, origin: JSON.stringify(withStatus(readOrigin(data.settings), row, on)) },
        },
    );
    const { ip, port, line } = row.origin;
    try {
      await call(origins.status, {
        params: { id: domain_id, service_id: row.service_id },
        body: { status: on ? 2 : 1, source: { ip, port, line } },
      });
      notify({ kind: 'done', title: t(on ? 'switched_on' : 'switched_off', { name: `${ip}:${port}` }) });
    } catch (error) {
      queries.setQueryData(queryKey, before);
      notify({
        kind: 'failed',
        title: t(on ? 'stays_off' : 'stays_on', { name: `${ip}:${port}` }),
        error,
      });
    } finally {
      await invalidate(origins.status);
    }
  };
}
