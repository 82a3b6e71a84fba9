'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { Detail } from '@/components/layout/page/detail';
import { PageHeader } from '@/components/ui/content/page-header';
import { ButtonLink } from '@/components/ui/controls/button';
import { bwlist, type IpSet } from '@/lib/guard/bwlist/contract';
import { SetType } from '../set-type';
import { beginImport, useImport } from './imports';
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
  const begin = (source: { name: string; text: string }) =>
    void beginImport(set.id, source, () => {
      for (const path of [bwlist.list.path, bwlist.search.path]) {
        void queries.invalidateQueries({ predicate: ({ queryKey: [key] }) => String(key).startsWith(path) });
      }
    });
  return (
    <>
      <PageHeader
        title={t('title', { name: set.name })}
        description={<SetType ip_set_type={set.ip_set_type} />}
        actions={<ButtonLink href={`/guard/bwlist/${set.id}`}>{t('open')}</ButtonLink>}
      />
      <div className="flex flex-col gap-3">
        {found ? <ProgressPanel set={set} found={found} /> : <SourcePanel onSource={begin} />}
        {found?.report && !found.report.isTooLong ? <ReportPanel found={found} report={found.report} /> : null}
      </div>
    </>
  );
}
