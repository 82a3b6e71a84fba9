'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/components/layout/account/session';
import { Ago } from '@/components/layout/preferences/time';
import { State } from '@/components/ui/content/mark';
import { query } from '@/lib/api/client';
import { apiKeys } from '@/lib/sys/api-keys/contract';

const POLL_MS = 2000;

/** Whether the key has been used: asks by itself until it was. */
export function FirstCall({ key_id }: { key_id: string }) {
  const t = useTranslations('sys.api-keys.secret');
  const { data } = useQuery({
    ...query(apiKeys.view, { params: { id: key_id } }),
    enabled: usePermission()('sys.apikey.list'),
    refetchInterval: ({ state }) => (state.data?.last_used_at ? false : POLL_MS),
  });
  return (
    <div role="status" className="text-12 text-ink-2">
      {data?.last_used_at ? (
        <State meaning="approved" className="whitespace-normal!">
          <span>
            {t.rich('first_call', {
              time: () => <Ago value={data.last_used_at} />,
              ip: () => <code>{data.last_used_ip}</code>,
            })}
          </span>
        </State>
      ) : (
        <State meaning="pending" shape="half">
          {t('waiting')}
        </State>
      )}
    </div>
  );
}
