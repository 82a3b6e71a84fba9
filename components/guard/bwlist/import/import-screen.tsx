'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSession } from '@/components/layout/account/session';
import { Detail } from '@/components/layout/page/detail';
import { PageHeader } from '@/components/ui/content/page-header';
import { ButtonLink } from '@/components/ui/controls/button';
import { bwlist, type IpSet } from '@/lib/guard/bwlist/contract';
import { SetType } from '../set-type';
import { beginImport, undoKept, useImport } from './imports';
import { KeptUndo } from './kept-undo';
import { ProgressPanel } from './progress-panel';
import { ReportPanel } from './report-panel';
import { SourcePanel } from './source-panel';

/** Adds the addresses of a text or a file to a list: source, then what it would do, then progress, report and undo. */
export function ImportScreen({ id }: { id: string }) {
  return (
    <Detail endpoint={bwlist.view} id={id} back="/guard/bwlist">
      {(set) => <Loaded set={set} />}
    </Detail>
  );
}

function Loaded({ set }: { set: IpSet }) {
  const t = useTranslations('guard.bwlist.import');
  const queries = useQueryClient();
  const found = useImport(set.id);
  const { user_id } = useSession().user;
  const onStored = () => {
    for (const path of [bwlist.list.path, bwlist.search.path]) {
      void queries.invalidateQueries({ predicate: ({ queryKey: [key] }) => String(key).startsWith(path) });
    }
  };
  const place = { ipset_id: set.id, user_id, onStored };
  return (
    <>
      <PageHeader
        title={t('title', { name: set.name })}
        description={<SetType ip_set_type={set.ip_set_type} />}
        actions={<ButtonLink href={`/guard/bwlist/${set.id}`}>{t('open')}</ButtonLink>}
      />
      <div className="flex flex-col gap-3">
        {found ? (
          <ProgressPanel set={set} found={found} />
        ) : (
          <>
            <KeptUndo user_id={user_id} set={set} onUndo={(kept) => void undoKept(place, kept)} />
            <SourcePanel onSource={(source) => void beginImport(place, source)} />
          </>
        )}
        {found?.report && !found.report.isTooLong ? <ReportPanel found={found} report={found.report} /> : null}
      </div>
    </>
  );
}
