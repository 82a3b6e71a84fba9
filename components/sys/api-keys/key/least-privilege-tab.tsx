'use client';

import { useTranslations } from 'next-intl';
import { parseAsNumberLiteral, useQueryState } from 'nuqs';
import { Can } from '@/components/layout/account/can';
import { usePermission, useSession } from '@/components/layout/account/session';
import { useDialogParam } from '@/components/layout/page/use-dialog-param';
import { latePart } from '@/components/layout/preferences/late-part';
import { useFormat } from '@/components/layout/preferences/use-format';
import { Panel } from '@/components/ui/content/panel';
import { Button } from '@/components/ui/controls/button';
import { Segmented } from '@/components/ui/controls/segmented';
import { NoPermission } from '@/components/ui/states/empty-state';
import { ErrorState } from '@/components/ui/states/error-state';
import { Note } from '@/components/ui/states/note';
import { Skeleton } from '@/components/ui/states/skeleton';
import { type LeastPrivilege, WINDOW_DAYS } from '@/lib/sys/api-key-usage/contract';
import type { ApiKey } from '@/lib/sys/api-keys/contract';
import { useKeyMark } from '../key-state';
import type { NewKey } from '../secret/new-key';
import { PermissionUse } from './permission-use';
import { useLeastPrivilege } from './use-least-privilege';

const NarrowDialog = latePart(() => import('./narrow-dialog').then((m) => m.NarrowDialog));

const STATS = 'sys.apikey.stats';

type TabProps = { apiKey: ApiKey; onIssued: (key: NewKey) => void };

/** What a key may do and never did, and the way to a key that may only do what it did. */
export function LeastPrivilegeTab(props: TabProps) {
  const t = useTranslations('sys.api-keys.least');
  const [days, setDays] = useQueryState('days', parseAsNumberLiteral(WINDOW_DAYS).withDefault(90));
  const { data, error, refetch } = useLeastPrivilege(props.apiKey.key_id, days);
  if (!usePermission()(STATS)) {
    return (
      <Panel padded={false}>
        <NoPermission permission={STATS} />
      </Panel>
    );
  }
  if (error && !data) {
    return (
      <Panel padded={false}>
        <ErrorState
          what="common.error.what.permission_use"
          error={error}
          permission={STATS}
          onRetry={() => refetch()}
        />
      </Panel>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Segmented
          name={t('window')}
          value={String(days)}
          onChange={(value) => void setDays(value === '30' ? 30 : 90)}
          segments={WINDOW_DAYS.map((count) => ({ value: String(count), label: t('days', { count }) }))}
        />
        <span className="flex-1" />
        {data ? <NarrowButton apiKey={props.apiKey} seen={data} /> : null}
      </div>
      {data ? (
        <Found {...props} seen={data} />
      ) : (
        <Panel>
          <Skeleton lines={8} />
        </Panel>
      )}
    </div>
  );
}

/** Opens the way to a narrower key, or says why there is none. */
function NarrowButton({ apiKey, seen }: { apiKey: ApiKey; seen: LeastPrivilege }) {
  const t = useTranslations('sys.api-keys.least');
  const { user } = useSession();
  const dialog = useDialogParam();
  const isRevoked = useKeyMark()(apiKey).state === 'revoked';
  const reason =
    apiKey.user_id !== user.user_id
      ? t('not_holder')
      : isRevoked
        ? t('is_revoked')
        : seen.permissions.length === 0
          ? t('nothing_left')
          : undefined;
  return (
    <Can permission="sys.apikey.create">
      <Button variant="primary" reason={reason} onClick={() => dialog.open('narrow')}>
        {t('narrow')}
      </Button>
    </Can>
  );
}

function Found({ apiKey, seen, onIssued }: TabProps & { seen: LeastPrivilege }) {
  const t = useTranslations('sys.api-keys.least');
  const format = useFormat();
  const dialog = useDialogParam();
  const unused = seen.permissions.filter(({ count }) => count === 0);
  const used = seen.permissions.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
  return (
    <>
      {seen.covers_window ? null : (
        <Note meaning="pending" icon="clock" title={t('young_title', { date: format.date(seen.from) })}>
          {t('young_text', { days: seen.days })}
        </Note>
      )}
      {seen.unknown_calls > 0 ? (
        <Note meaning="unaudited" title={t('unknown_title', { count: seen.unknown_calls })}>
          {t('unknown_text')}
        </Note>
      ) : null}
      <p className="text-ink-2">
        {t('summary', { calls: seen.calls, used: used.length, all: seen.permissions.length })}
      </p>
      <PermissionUse title={t('unused', { count: unused.length })} rows={unused} none={t('no_unused')} isUnused />
      <PermissionUse title={t('used', { count: used.length })} rows={used} none={t('no_used')} />
      {seen.lost.length > 0 ? (
        <PermissionUse title={t('lost', { count: seen.lost.length })} rows={seen.lost} none="" note={t('lost_text')} />
      ) : null}
      {dialog.isOpen('narrow') ? (
        <NarrowDialog key={seen.days} apiKey={apiKey} seen={seen} onClose={dialog.close} onIssued={onIssued} />
      ) : null}
    </>
  );
}
