'use client';

import { useTranslations } from 'next-intl';
import { SimpleTable } from '@/components/data-table/rows/simple-table';
import { ProbeResult } from '@/components/guard/probes/probe-result';
import { probedName, usePrecheck } from '@/components/guard/probes/use-precheck';
import { Can, useMissingPermission } from '@/components/layout/account/can';
import { useDialogParam } from '@/components/layout/page/use-dialog-param';
import { Panel } from '@/components/ui/content/panel';
import { Button, IconButton } from '@/components/ui/controls/button';
import { Switch } from '@/components/ui/controls/switch';
import { Menu } from '@/components/ui/overlays/menu';
import { Note } from '@/components/ui/states/note';
import { Refusal } from '@/components/ui/states/refusal';
import type { Target } from '@/lib/guard/probes/contract';
import { isEnabled, isOrdinary, type OriginRow } from './origin-setting';
import { useOriginToggle } from './use-origin-toggle';

const MOST_ORIGINS = 20;
/** What the API takes as one precheck. */
const MOST_TARGETS = 20;

/** How an origin is prechecked; null where only its own protocol could tell. */
function targetOf(domain: string, { origin }: OriginRow): Target | null {
  if (!isOrdinary(origin)) return null;
  const { protocol, ip: host, port } = origin;
  return { domain: probedName(domain), protocol, origin_protocol: protocol, host, port };
}

type Precheck = ReturnType<typeof usePrecheck>;

/** Why no precheck can begin now, if so. */
function usePrecheckReason({ wait }: Precheck): string | undefined {
  const t = useTranslations('common');
  const missing = useMissingPermission('guard.domain.precheck');
  return missing ?? (wait > 0 ? t('error.wait', { seconds: wait }) : undefined);
}

function RowMenu({ row, domain, precheck }: { row: OriginRow; domain: string; precheck: Precheck }) {
  const t = useTranslations('guard.origins');
  const common = useTranslations('common.table');
  const dialog = useDialogParam();
  const cannotEdit = useMissingPermission('guard.domain.edit') ?? undefined;
  const waiting = usePrecheckReason(precheck);
  const target = targetOf(domain, row);
  const { ip, port } = row.origin;
  return (
    <Menu
      trigger={<IconButton icon="more" size="small" name={common('row_actions', { name: `${ip}:${port}` })} />}
      entries={[
        {
          label: t('precheck'),
          icon: 'health',
          reason: target ? waiting : t('no_precheck'),
          onSelect: () => target && precheck.run([target]),
        },
        { label: t('menu_edit'), icon: 'edit', reason: cannotEdit, onSelect: () => dialog.open('origin', row.key) },
        'separator',
        {
          label: t('menu_remove'),
          icon: 'trash',
          danger: true,
          reason: cannotEdit,
          onSelect: () => dialog.open('remove-origin', row.key),
        },
      ]}
    />
  );
}

/** What the last precheck of an origin said, or that there was none. */
function LastCheck({ row, domain, precheck }: { row: OriginRow; domain: string; precheck: Precheck }) {
  const t = useTranslations('guard.origins');
  const target = targetOf(domain, row);
  const result = target ? precheck.resultOf(target) : undefined;
  if (target && precheck.isRunning(target)) return <span className="text-ink-3">{t('checking')}</span>;
  if (result) return <ProbeResult result={result} />;
  return <span className="text-ink-3">{t('not_checked')}</span>;
}

/** The origins of a domain: where its requests go, switched and prechecked one by one. */
export function OriginsPanel({
  domain_id,
  domain,
  rows,
}: {
  domain_id: string;
  domain: string;
  rows: readonly OriginRow[];
}) {
  const t = useTranslations('guard.origins');
  const dialog = useDialogParam();
  const toggle = useOriginToggle(domain_id);
  const precheck = usePrecheck(domain_id);
  const reason = usePrecheckReason(precheck);
  const targets = rows.flatMap((row) => targetOf(domain, row) ?? []).slice(0, MOST_TARGETS);
  return (
    <Panel
      title={t('title')}
      source={t('order')}
      padded={false}
      actions={
        <>
          <Button
            size="small"
            icon="health"
            reason={reason}
            pending={precheck.isBusy}
            onClick={() => targets.length > 0 && precheck.run(targets)}
          >
            {t('precheck_all')}
          </Button>
          <Can permission="guard.domain.edit">
            <Button
              size="small"
              icon="plus"
              disabled={rows.length >= MOST_ORIGINS}
              onClick={() => dialog.open('add-origin')}
            >
              {t('add')}
            </Button>
          </Can>
        </>
      }
    >
      {precheck.error ? (
        <Note meaning="rejected" role="alert" title={t('precheck_refused')} className="m-3">
          {precheck.wait > 0 ? t('too_many', { seconds: precheck.wait }) : <Refusal error={precheck.error} />}
        </Note>
      ) : null}
      <SimpleTable
        caption={t('title')}
        rows={rows}
        rowId={(row) => row.key}
        columns={[
          {
            id: 'ip',
            header: t('fields.ip'),
            cell: ({ origin }) => <code className="text-12 break-all">{origin.ip}</code>,
          },
          { id: 'protocol', header: t('fields.protocol'), cell: ({ origin }) => origin.protocol.toUpperCase() },
          {
            id: 'port',
            header: t('fields.port'),
            align: 'right',
            cell: ({ origin }) => origin.port,
          },
          {
            id: 'weight',
            header: t('fields.weight'),
            align: 'right',
            cell: ({ origin }) => origin.weight,
          },
          {
            id: 'line',
            header: t('fields.line'),
            cell: ({ origin }) => (origin.line === 'default' ? t('line_default') : origin.line),
          },
          {
            id: 'check',
            header: t('fields.check'),
            cell: (row) => <LastCheck row={row} domain={domain} precheck={precheck} />,
          },
          {
            id: 'status',
            header: t('fields.status'),
            phone: 'state',
            cell: (row) => (
              <Can permission="guard.domain.origin_status">
                <Switch
                  name={t('switch', { name: `${row.origin.ip}:${row.origin.port}` })}
                  checked={isEnabled(row.origin)}
                  onChange={() => toggle(row)}
                />
              </Can>
            ),
          },
        ]}
        end={(row) => <RowMenu row={row} domain={domain} precheck={precheck} />}
      />
    </Panel>
  );
}
