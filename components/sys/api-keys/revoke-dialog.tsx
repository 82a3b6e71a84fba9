'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { DeleteDialog } from '@/components/form/delete-dialog';
import { usePermission } from '@/components/layout/account/session';
import { Ago } from '@/components/layout/preferences/time';
import { query } from '@/lib/api/client';
import { apiKeyUsage } from '@/lib/sys/api-key-usage/contract';
import { type ApiKey, apiKeys } from '@/lib/sys/api-keys/contract';

/** Who would notice: the calls of the last day, when the latest was and from where. */
function Impact({ apiKey }: { apiKey: ApiKey }) {
  const t = useTranslations('sys.api-keys.revoke_impact');
  const { data } = useQuery({
    ...query(apiKeyUsage.usage, { params: { id: apiKey.key_id }, query: { since: '24h' } }),
    enabled: usePermission()('sys.apikey.stats'),
    // The page behind may have asked some seconds ago; whoever ends a key decides on what is so now.
    staleTime: 0,
  });
  const calls = data?.calls.reduce((sum, each) => sum + each.success + each.client_err + each.server_err, 0);
  if (apiKey.last_used_at === 0) return <p>{t('never')}</p>;
  return (
    <p>
      {t.rich('last', {
        time: () => <Ago value={apiKey.last_used_at} />,
        ip: () => <code className="text-12">{apiKey.last_used_ip}</code>,
      })}
      {calls === undefined ? null : ` ${t('calls', { count: calls, addresses: data?.address_count ?? 0 })}`}
    </p>
  );
}

/** Asks before a key is revoked, with what used it last. */
export function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const t = useTranslations('sys.api-keys');
  return (
    <DeleteDialog
      endpoint={apiKeys.revoke}
      id={apiKey.key_id}
      title={t('revoke_title', { name: apiKey.name })}
      action={t('revoke')}
      notice={t('revoked')}
      onClose={onClose}
    >
      <Impact apiKey={apiKey} />
      <p className="mt-2">{t('revoke_text')}</p>
    </DeleteDialog>
  );
}
