'use client';

import { useTranslations } from 'next-intl';
import { useInvalidate } from '@/components/form/use-invalidate';
import { useMissingPermission } from '@/components/layout/account/can';
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog';
import { notify } from '@/components/ui/overlays/toast';
import { domainSettings } from '@/lib/guard/settings/contract';
import { isEnabled, isOrdinary, type OriginRow, withRemoved } from './origin-setting';
import { useWriteOrigin } from './use-write-origin';

/** Asks before an origin leaves the domain; the last enabled one stays, as the server says too. */
export function RemoveOriginDialog({
  domain_id,
  row,
  rows,
  onClose,
}: {
  domain_id: string;
  row: OriginRow;
  rows: readonly OriginRow[];
  onClose: () => void;
}) {
  const t = useTranslations('guard.origins');
  const missing = useMissingPermission('guard.domain.edit') ?? undefined;
  const invalidate = useInvalidate();
  const write = useWriteOrigin(domain_id);
  const name = `${row.origin.ip}:${row.origin.port}`;
  const others = rows.filter((one) => one !== row);
  const isLast = !others.some(({ origin }) => isEnabled(origin) && isOrdinary(origin));
  const isLastOfAddress = !others.some(({ origin }) => origin.ip === row.origin.ip);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('remove.title', { name })}
      action={t('remove.action')}
      refuse={missing ?? (isLast ? t('remove.last') : undefined)}
      onConfirm={async () => {
        await write((setting) => withRemoved(setting, row), row);
        await invalidate(domainSettings.edit);
        notify({ kind: 'done', title: t('remove.done'), description: name });
      }}
    >
      <ul className="list-[square] pl-5">
        <li>{t('remove.traffic', { count: others.filter(({ origin }) => isEnabled(origin)).length })}</li>
        {isLastOfAddress ? <li>{t('remove.groups')}</li> : null}
      </ul>
    </ConfirmDialog>
  );
}
