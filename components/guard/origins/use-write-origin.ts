'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { settingsQuery } from '@/components/guard/settings/use-settings';
import { ApiError, call } from '@/lib/api/client';
import { domainSettings, type OriginSetting } from '@/lib/guard/settings/contract';
import { isAtPlace, type OriginRow, readOrigin } from './origin-setting';

/** The refusal with the name of the origin's own field in place of its whole path in the settings. */
function ofField(error: ApiError): ApiError {
  const { envelope, status, requestId, retryAfter } = error;
  const field = /^settings\.origin\.services\.\d+\.sources\.\d+\.(\w+)$/.exec(envelope.data?.field ?? '')?.[1];
  return new ApiError(status, { ...envelope, data: { ...envelope.data, field } }, requestId, retryAfter);
}

/**
 * Writes the setting `origin` as `change` makes it of what is stored now; every other setting stays. Refuses where
 * somebody changed the origin `meant` since it was shown.
 */
export function useWriteOrigin(domain_id: string) {
  const t = useTranslations('guard.origins');
  const queries = useQueryClient();
  return async (change: (setting: OriginSetting) => OriginSetting, meant?: OriginRow): Promise<null> => {
    const { settings } = await queries.fetchQuery({ ...settingsQuery(domain_id), staleTime: 0 });
    const stored = readOrigin(settings);
    if (meant && !isAtPlace(stored, meant)) {
      const envelope = { code: -1, message: t('changed'), err_key: 'err.client.changed' };
      throw new ApiError(409, { ...envelope, data: { category: 'conflict' } }, '', 0);
    }
    try {
      const origin = JSON.stringify(change(stored));
      return await call(domainSettings.edit, { params: { id: domain_id }, body: { settings: { origin } } });
    } catch (error) {
      throw error instanceof ApiError ? ofField(error) : error;
    }
  };
}
