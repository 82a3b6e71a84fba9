'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useWord } from '@/components/audit/word';
import { SimpleTable } from '@/components/data-table/rows/simple-table';
import { useEndpointAction } from '@/components/form/use-endpoint-action';
import { Can } from '@/components/layout/account/can';
import { TableTime } from '@/components/layout/preferences/time';
import { State } from '@/components/ui/content/mark';
import { Panel } from '@/components/ui/content/panel';
import { Button } from '@/components/ui/controls/button';
import { notify } from '@/components/ui/overlays/toast';
import { EmptyFrame } from '@/components/ui/states/empty-state';
import { Growing } from '@/components/ui/states/skeleton';
import { query } from '@/lib/api/client';
import { type Enrolment, type NodeKey, nodeEnrolments } from '@/lib/guard/node-enrolments/contract';

const REFRESH_MS = 10_000;

const KEY_MARKS = {
  active: { meaning: 'approved', shape: 'full' },
  revoked: { meaning: 'rejected', shape: 'crossed' },
  expired: { meaning: 'unaudited', shape: 'hollow' },
} as const;
const TOKEN_MARKS = {
  open: { meaning: 'pending', shape: 'half' },
  used: { meaning: 'unaudited', shape: 'full' },
  revoked: KEY_MARKS.revoked,
  expired: KEY_MARKS.expired,
} as const;

const prefixCell = ({ prefix }: { prefix: string }) => <code className="text-12">{prefix}…</code>;

/** The keys with which the agent of a node calls. */
export function KeysPanel({ node_id }: { node_id: string }) {
  const t = useTranslations('guard.fleet');
  const word = useWord();
  const { data, isLoading } = useQuery({
    ...query(nodeEnrolments.keys, { params: { node_id } }),
    refetchInterval: REFRESH_MS,
  });
  if (!data) return isLoading ? <Growing /> : null;
  return (
    <Panel title={t('keys')} padded={false} className="mb-3">
      {data.list.length === 0 ? (
        <EmptyFrame title={t('no_keys')}>{t('no_keys_text')}</EmptyFrame>
      ) : (
        <SimpleTable<NodeKey>
          caption={t('keys')}
          rows={data.list}
          rowId={({ key_id }) => key_id}
          columns={[
            { id: 'prefix', header: t('fields.key'), cell: prefixCell },
            {
              id: 'state',
              header: t('fields.state'),
              phone: 'state',
              cell: ({ state }) => <State {...KEY_MARKS[state]}>{word('words.node_key_state', state)}</State>,
            },
            { id: 'user_name', header: t('fields.made_by'), isNamed: true, cell: ({ user_name }) => user_name },
            {
              id: 'last_used_at',
              header: t('fields.used'),
              isNamed: true,
              cell: ({ last_used_at }) => <TableTime value={last_used_at || null} />,
            },
            {
              id: 'last_used_ip',
              header: t('fields.from'),
              isNamed: true,
              cell: ({ last_used_ip }) => last_used_ip || '—',
            },
            {
              id: 'expires_at',
              header: t('fields.ends'),
              isNamed: true,
              cell: ({ expires_at }) => <TableTime value={expires_at} />,
            },
          ]}
        />
      )}
    </Panel>
  );
}

function useRevoke(node_id: string) {
  const t = useTranslations('guard.fleet');
  const revoke = useEndpointAction(nodeEnrolments.revoke, { notice: t('revoked') });
  return ({ enrolment_id }: Enrolment) =>
    revoke({ params: { node_id, id: enrolment_id } }).catch((error) =>
      notify({ kind: 'failed', title: t('revoke_failed'), error }),
    );
}

/** The enrolment tokens of a node; nothing while there never was one. */
export function TokensPanel({ node_id }: { node_id: string }) {
  const t = useTranslations('guard.fleet');
  const word = useWord();
  const revoke = useRevoke(node_id);
  const { data } = useQuery({
    ...query(nodeEnrolments.list, { params: { node_id } }),
    refetchInterval: REFRESH_MS,
  });
  if (!data || data.list.length === 0) return null;
  return (
    <Panel title={t('tokens')} padded={false} className="mb-3">
      <SimpleTable<Enrolment>
        caption={t('tokens')}
        rows={data.list}
        rowId={({ enrolment_id }) => enrolment_id}
        columns={[
          { id: 'prefix', header: t('fields.token'), cell: prefixCell },
          {
            id: 'state',
            header: t('fields.state'),
            phone: 'state',
            cell: ({ state }) => <State {...TOKEN_MARKS[state]}>{word('words.enrolment_state', state)}</State>,
          },
          { id: 'user_name', header: t('fields.made_by'), isNamed: true, cell: ({ user_name }) => user_name },
          { id: 'ctime', header: t('fields.made'), isNamed: true, cell: ({ ctime }) => <TableTime value={ctime} /> },
          { id: 'used_ip', header: t('fields.from'), isNamed: true, cell: ({ used_ip }) => used_ip || '—' },
          {
            id: 'expires_at',
            header: t('fields.ends'),
            isNamed: true,
            cell: ({ expires_at }) => <TableTime value={expires_at} />,
          },
        ]}
        end={(token) =>
          token.state === 'open' ? (
            <Can permission="guard.node.enrol">
              <Button size="small" onClick={() => revoke(token)}>
                {t('revoke')}
              </Button>
            </Can>
          ) : null
        }
      />
    </Panel>
  );
}
