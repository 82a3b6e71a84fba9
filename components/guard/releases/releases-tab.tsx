'use client';

import { useTranslations } from 'next-intl';
import { SimpleTable } from '@/components/data-table/rows/simple-table';
import { useDialogParam } from '@/components/layout/page/use-dialog-param';
import { TableTime } from '@/components/layout/preferences/time';
import { useFormat } from '@/components/layout/preferences/use-format';
import { Panel } from '@/components/ui/content/panel';
import { Button } from '@/components/ui/controls/button';
import { EmptyFrame } from '@/components/ui/states/empty-state';
import { ErrorState } from '@/components/ui/states/error-state';
import { Skeleton } from '@/components/ui/states/skeleton';
import type { Release } from '@/lib/guard/releases/contract';
import { ReleaseDrawer } from './release-drawer';
import { RunsOn } from './runs-on';
import { useActors, useChange, useReleaseName, useReleases } from './use-releases';

/** As many characters of a hash as tell releases of one domain apart. */
const HASH_SHOWN = 10;
const idOf = (release: Release) => release.id;

/** The configurations a domain was distributed with, each to be read and compared. */
export function ReleasesTab({ domain_id }: { domain_id: string }) {
  const t = useTranslations('guard.releases');
  const dialog = useDialogParam();
  const format = useFormat();
  const changeOf = useChange();
  const actorsOf = useActors();
  const nameOf = useReleaseName();
  const { list, total, error, refetch, more, isLoadingMore } = useReleases(domain_id);
  if (!list || total === undefined) {
    return (
      <Panel padded={error === null}>
        {error ? (
          <ErrorState
            what="common.error.what.releases"
            error={error}
            permission="guard.domain.view"
            onRetry={refetch}
          />
        ) : (
          <Skeleton growing lines={8} />
        )}
      </Panel>
    );
  }
  if (list.length === 0) {
    return (
      <Panel padded={false}>
        <EmptyFrame title={t('empty.title')}>{t('empty.text')}</EmptyFrame>
      </Panel>
    );
  }
  const opened = dialog.rowOf('release', list, idOf);
  const open = (release: Release) => dialog.open('release', idOf(release));
  return (
    <Panel
      title={t('title')}
      source={t('text')}
      padded={false}
      footer={
        more ? (
          <Button size="small" pending={isLoadingMore} onClick={more}>
            {t('more', { shown: format.number(list.length), total: format.number(total) })}
          </Button>
        ) : undefined
      }
    >
      <SimpleTable
        caption={t('title')}
        rows={list}
        rowId={idOf}
        onOpenRow={open}
        columns={[
          {
            id: 'number',
            header: t('fields.number'),
            cell: (release) => (
              <span title={nameOf(release)} className="block max-w-60 truncate font-mono text-12">
                {nameOf(release)}
              </span>
            ),
          },
          { id: 'cause', header: t('fields.cause'), cell: changeOf },
          {
            id: 'actor_name',
            header: t('fields.actor'),
            cell: (release) => <span className="text-ink-2">{actorsOf(release)}</span>,
          },
          { id: 'nodes', header: t('fields.nodes'), cell: (release) => <RunsOn nodes={release.nodes} /> },
          {
            id: 'hash',
            header: t('fields.hash'),
            cell: (release) => (
              <code title={release.hash} className="text-12 text-ink-2">
                {release.hash.slice(0, HASH_SHOWN)}
              </code>
            ),
          },
          {
            id: 'ctime',
            header: t('fields.time'),
            phone: 'state',
            cell: (release) => <TableTime value={release.ctime} />,
          },
        ]}
        end={(release) => (
          <Button
            variant="quiet"
            size="small"
            aria-label={t('compare_named', { name: nameOf(release) })}
            onClick={() => open(release)}
          >
            {t('compare')}
          </Button>
        )}
      />
      {opened ? (
        <ReleaseDrawer
          key={idOf(opened)}
          domain_id={domain_id}
          release={opened}
          list={list}
          onOpen={open}
          onClose={dialog.close}
        />
      ) : null}
    </Panel>
  );
}
