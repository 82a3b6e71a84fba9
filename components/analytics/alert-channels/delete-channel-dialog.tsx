'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { DeleteDialog } from '@/components/form/delete-dialog';
import { usePermission } from '@/components/layout/account/session';
import { Link } from '@/components/ui/controls/link';
import { type AlertChannel, alertChannels } from '@/lib/analytics/alert-channels/contract';
import { alertRules } from '@/lib/analytics/alert-rules/contract';
import { query } from '@/lib/api/client';

const NAMED = 5;

/** Asks before a channel is deleted, with the rules that prevent it. */
export function DeleteChannelDialog({ channel, onClose }: { channel: AlertChannel; onClose: () => void }) {
  const t = useTranslations('analytics.alert-channels.delete');
  const isAllowed = usePermission()('analytics.alertrule.list');
  const rules = useQuery({
    ...query(alertRules.list, { query: { channel_id: channel.id, size: NAMED } }),
    enabled: isAllowed,
  });
  const { list = [], total = 0 } = rules.data ?? {};
  const impact = () => {
    if (!isAllowed || rules.error) return t('server');
    if (!rules.data) return t('counting');
    if (total === 0) return t('free');
    return (
      <>
        {t('used', { count: total })}
        <ul className="my-1 list-[square] pl-5">
          {list.map(({ id, name }) => (
            <li key={id}>
              <Link className="link break-all" href={`/analytics/alerts/rules/${id}`}>
                {name}
              </Link>
            </li>
          ))}
          {total > list.length ? (
            <li>
              <Link className="link" href={`/analytics/alerts/rules?channel_id=${channel.id}`}>
                {t('more', { count: total - list.length })}
              </Link>
            </li>
          ) : null}
        </ul>
        {t('refused')}
      </>
    );
  };
  return (
    <DeleteDialog
      endpoint={alertChannels.remove}
      id={String(channel.id)}
      title={t('title', { name: channel.name })}
      action={t('action')}
      notice={t('done')}
      refuse={total > 0 ? t('refused') : undefined}
      onClose={onClose}
    >
      {impact()}
    </DeleteDialog>
  );
}
