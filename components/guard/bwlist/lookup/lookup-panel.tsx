'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { parseAsString, useQueryState } from 'nuqs';
import { useEffect } from 'react';
import { Can, useMissingPermission } from '@/components/layout/account/can';
import { useLatePart } from '@/components/layout/preferences/late-part';
import { Panel } from '@/components/ui/content/panel';
import { IconButton } from '@/components/ui/controls/button';
import { Field } from '@/components/ui/controls/field';
import { Input } from '@/components/ui/controls/input';
import { ErrorState } from '@/components/ui/states/error-state';
import { Skeleton } from '@/components/ui/states/skeleton';
import { useSettled } from '@/components/ui/states/use-settled';
import { whenOnline } from '@/components/ui/states/when-online';
import { query } from '@/lib/api/client';
import { bwlist } from '@/lib/guard/bwlist/contract';
import { useAddress } from './use-address';

const load = whenOnline(() => import('./lookup-result'));

const PAUSE_MS = 300;
/** Entries asked for: as many as a page has. */
const SHOWN = 100;

/** Which lists contain an address, in the URL so that it can be sent to somebody. */
export function LookupPanel() {
  const t = useTranslations('guard.bwlist.lookup');
  const validation = useTranslations('validation');
  const [typed, setTyped] = useQueryState('ip', parseAsString.withDefault(''));
  const missing = useMissingPermission('guard.bwlist.ip_list');
  const settled = useSettled(typed.trim(), PAUSE_MS);
  const read = useAddress(settled);
  const ip = read && 'ip_addr' in read ? read.ip_addr : null;
  const refused = read && 'key' in read ? read : null;
  const { data, error, refetch } = useQuery({
    ...query(bwlist.search, { query: { ip: ip ?? '', size: SHOWN } }),
    enabled: ip !== null && missing === null,
  });
  const { part: result, show } = useLatePart(load);
  useEffect(() => {
    if (ip !== null) void show();
  }, [ip, show]);
  const { key = 'ip_address', ...values } = refused ?? {};
  const found = () => {
    if (ip === null) return null;
    if (data && result) return <result.LookupResult found={data} />;
    if (error) return <ErrorState name={t('label')} error={error} onRetry={() => refetch()} />;
    return <Skeleton lines={3} className="p-4" />;
  };
  return (
    <Panel padded={false} className="mb-3">
      <Can permission="guard.bwlist.ip_list">
        <Field
          label={t('label')}
          labelClassName="sr-only"
          className="p-(--panel-pad)"
          hint={missing ?? t('hint')}
          error={refused ? validation(key, values) : undefined}
        >
          {(aria) => (
            <Input
              {...aria}
              icon="search"
              mono
              boxClassName="max-w-100"
              placeholder={t('placeholder')}
              disabled={missing !== null}
              autoComplete="off"
              spellCheck={false}
              maxLength={64}
              value={typed}
              onChange={(event) => void setTyped(event.target.value || null, { history: 'replace' })}
              end={
                typed === '' ? null : (
                  <IconButton icon="close" size="small" name={t('clear')} onClick={() => void setTyped(null)} />
                )
              }
            />
          )}
        </Field>
      </Can>
      {missing === null ? found() : null}
    </Panel>
  );
}
