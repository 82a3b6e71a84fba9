'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { useWord } from '@/components/audit/word';
import { useEndpointAction } from '@/components/form/use-endpoint-action';
import { useMissingPermission } from '@/components/layout/account/can';
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog';
import { schedules } from '@/lib/guard/schedules/contract';
import { DISABLED, ENABLED } from '@/lib/guard/schedules/vocabulary';
import type { DomainRecord } from './answered';
import { SCHEDULE } from './permissions';

/** Asks before chosen records are switched on or off, and leads to the affair that does it. */
export function BatchDialog({
  records,
  chosen,
  on,
  onClose,
}: {
  /** All of the domain. */
  records: readonly DomainRecord[];
  chosen: ReadonlySet<string>;
  on: boolean;
  onClose: () => void;
}) {
  const t = useTranslations('guard.schedules');
  const common = useTranslations('common');
  const word = useWord();
  const router = useRouter();
  const missing = useMissingPermission(SCHEDULE.batch) ?? undefined;
  const done = useRef<string | null>(null);
  const write = useEndpointAction(schedules.batchStatus, {
    invalidates: ['/api/guard/schedules'],
    onDone: ({ affairs_id }) => {
      done.current = affairs_id;
    },
  });
  const rows = records.filter(({ record_id }) => chosen.has(record_id));
  const status = on ? ENABLED : DISABLED;
  const isLast = !on && !records.some((record) => record.status === ENABLED && !chosen.has(record.record_id));
  const count = rows.length;
  return (
    <ConfirmDialog
      open
      // Leaving the page closes the dialog as well; doing both would undo the leaving, since the URL holds the dialog.
      onClose={() => (done.current ? router.push(`/guard/schedules/affairs/${done.current}`) : onClose())}
      title={t(on ? 'records.enable_title' : 'records.disable_title', { count })}
      action={t(on ? 'records.enable' : 'records.disable')}
      keep={common('cancel')}
      tone={on ? 'primary' : 'danger'}
      refuse={missing}
      onConfirm={() => write({ body: { record_ids: rows.map(({ record_id }) => record_id), status } })}
    >
      {t('records.batch_text')}
      <ul className="my-1.5 max-h-60 list-[square] overflow-y-auto pl-5">
        {rows.map((record) => (
          <li key={record.record_id} className="break-all text-ink">
            {word('words.dns_record_type', record.record_type)} {record.value}:{' '}
            {word('words.record_status', record.status)} → {word('words.record_status', status)}
          </li>
        ))}
      </ul>
      {isLast ? t('operate.silenced') : null}
    </ConfirmDialog>
  );
}
