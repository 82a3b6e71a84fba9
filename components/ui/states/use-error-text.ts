'use client';

import { useTranslations } from 'next-intl';
import { ApiError } from '@/lib/api/client';

/** What to say about a failure: the server's own words, or whether nothing was sent or no answer came. */
export function useErrorText(): (error: unknown) => string {
  const t = useTranslations('common');
  return (error) => {
    if (error instanceof ApiError && error.status > 0 && error.message) return error.message;
    if (!(error instanceof ApiError)) return t('unreachable');
    switch (error.envelope.err_key) {
      case 'err.client.offline':
        return t('no_connection');
      case 'err.client.unanswered':
        return t('unanswered');
      default:
        return t('unreachable');
    }
  };
}
