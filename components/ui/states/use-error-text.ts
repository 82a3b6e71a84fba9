'use client';

import { useTranslations } from 'next-intl';
import { ApiError } from '@/lib/api/client';

/** What to say about a failure: the server's own words, or whether nothing was sent, or what came in place of an answer. */
export function useErrorText(): (error: unknown) => string {
  const t = useTranslations('common');
  return (error) => {
    if (error instanceof ApiError && error.status > 0 && error.message) return error.message;
    if (!(error instanceof ApiError)) return t('unreachable');
    const status = String(error.status);
    switch (error.envelope.err_key) {
      case 'err.client.offline':
        return t('no_connection');
      case 'err.client.unanswered':
        return t('unanswered');
      case 'err.client.refused':
        return t('refused_before', { status });
      case 'err.client.unavailable':
        return t('unavailable', { status });
      case 'err.client.unconfirmed':
        return t('unconfirmed', { status });
      default:
        return t('unreachable');
    }
  };
}
