'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Can } from '@/components/layout/account/can';
import { Ago } from '@/components/layout/preferences/time';
import { Button } from '@/components/ui/controls/button';
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog';
import { Note } from '@/components/ui/states/note';
import { idsOf, type KeptImport, keptImport } from './kept-imports';

/** Offers to undo the last import into a list, made on an earlier page of this browser. */
export function KeptUndo({
  user_id,
  set,
  onUndo,
}: {
  user_id: string;
  set: { id: number; name: string };
  onUndo: (kept: KeptImport) => void;
}) {
  const t = useTranslations('guard.bwlist.import');
  const [kept, setKept] = useState<KeptImport>();
  const [isAsking, setAsking] = useState(false);
  useEffect(() => setKept(keptImport(user_id, set.id)), [user_id, set.id]);
  if (!kept) return null;
  const count = idsOf(kept).length;
  return (
    <Note
      meaning="monitor"
      action={
        <Can permission="guard.bwlist.ip_delete">
          <Button size="small" onClick={() => setAsking(true)}>
            {t('undo.ask')}
          </Button>
        </Can>
      }
    >
      {t('undo.last', { name: kept.name, count })}{' '}
      <span className="text-ink-3">
        <Ago value={kept.time} />
      </span>
      {isAsking ? (
        <ConfirmDialog
          open
          onClose={() => setAsking(false)}
          title={t('undo.title', { name: set.name })}
          action={t('undo.action', { count })}
          onConfirm={() => onUndo(kept)}
        >
          <ul className="list-[square] pl-5">
            <li className="text-ink">{t('undo.removes', { count })}</li>
            <li>{t('undo.meanwhile')}</li>
          </ul>
        </ConfirmDialog>
      ) : null}
    </Note>
  );
}
