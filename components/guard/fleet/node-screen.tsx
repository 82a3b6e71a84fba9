'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Can } from '@/components/layout/account/can';
import { Detail } from '@/components/layout/page/detail';
import { useDialogParam } from '@/components/layout/page/use-dialog-param';
import { latePart } from '@/components/layout/preferences/late-part';
import { Ago } from '@/components/layout/preferences/time';
import { useFormat } from '@/components/layout/preferences/use-format';
import { type Fact, KeyValueList } from '@/components/ui/content/key-value-list';
import { PageHeader } from '@/components/ui/content/page-header';
import { Panel } from '@/components/ui/content/panel';
import { Tag } from '@/components/ui/content/tag';
import { Button } from '@/components/ui/controls/button';
import { Note } from '@/components/ui/states/note';
import { Growing } from '@/components/ui/states/skeleton';
import { fleet, type NodeDetail } from '@/lib/guard/fleet/contract';
import { KeysPanel, TokensPanel } from './keys-panel';
import { NodeState } from './node-state';
import { AcknowledgedPanel, BoundPanel, FailuresPanel } from './objects-panels';
import { useDrain } from './use-drain';

const EnrolDialog = latePart(() => import('./enrol-dialog').then((m) => m.EnrolDialog));
const HealthPanel = latePart(() => import('./health-panel').then((m) => m.HealthPanel), Growing);
const RemoveDialog = latePart(() => import('./remove-dialog').then((m) => m.RemoveDialog));

const LIST = '/guard/nodes';
const WATCH_MS = 3_000;

/** One node: what it should run, runs, and could not run. */
export function NodeScreen({ id }: { id: string }) {
  return (
    <Detail endpoint={fleet.view} id={id} back={LIST} refreshEvery={() => WATCH_MS}>
      {(node) => <Loaded node={node} />}
    </Detail>
  );
}

/** Why a node is not simply running, on top of its page. */
function StateNote({ node: { state, seen_at } }: { node: NodeDetail }) {
  const t = useTranslations('guard.fleet.note');
  if (state !== 'silent' && state !== 'lost' && state !== 'never') return null;
  return (
    <Note meaning={state === 'lost' ? 'rejected' : state === 'silent' ? 'pending' : 'unaudited'} className="mb-3">
      {t.rich(state, { time: () => <Ago value={seen_at} /> })}
    </Note>
  );
}

function useFacts(node: NodeDetail): Fact[] {
  const t = useTranslations('guard.fleet.fields');
  const format = useFormat();
  const { revision, reported_revision, reported_at, seen_at, ip_addr, ipv6, line } = node;
  return [
    { key: 'wanted', label: t('wanted'), value: format.number(revision) },
    {
      key: 'running',
      label: t('running'),
      value: (
        <>
          {format.number(reported_revision)}
          {reported_at > 0 ? (
            <span className="ml-3 text-ink-3">
              {t('reported')} <Ago value={reported_at} />
            </span>
          ) : null}
        </>
      ),
    },
    { key: 'seen', label: t('seen_at'), value: seen_at > 0 ? <Ago value={seen_at} /> : '—' },
    {
      key: 'ip_addr',
      label: t('ip_addr'),
      value: (
        <span className="inline-flex items-center gap-1.5">
          <code className="text-12 break-all">{ip_addr}</code>
          {ipv6 ? <Tag>IPv6</Tag> : null}
        </span>
      ),
    },
    { key: 'machine_room', label: t('machine_room'), value: node.machine_room },
    { key: 'line', label: t('line'), value: format.number(line) },
    { key: 'node_id', label: t('node_id'), value: node.node_id, mono: true },
  ];
}

function Actions({ node, open }: { node: NodeDetail; open: (dialog: string) => void }) {
  const t = useTranslations('guard.fleet');
  const drain = useDrain();
  return (
    <>
      <Can permission="guard.node.delete">
        <Button icon="trash" onClick={() => open('remove')}>
          {t('menu_remove')}
        </Button>
      </Can>
      <Can permission="guard.node.drain">
        <Button icon={node.draining ? 'play' : 'pause'} onClick={() => drain(node)}>
          {t(node.draining ? 'undrain' : 'drain')}
        </Button>
      </Can>
      <Can permission="guard.node.enrol">
        <Button variant="primary" icon="key" onClick={() => open('enrol')}>
          {t('menu_enrol')}
        </Button>
      </Can>
    </>
  );
}

function Loaded({ node }: { node: NodeDetail }) {
  const t = useTranslations('guard.fleet');
  const dialog = useDialogParam();
  const router = useRouter();
  const facts = useFacts(node);
  return (
    <>
      <PageHeader
        title={node.name}
        beside={<NodeState node={node} />}
        actions={<Actions node={node} open={dialog.open} />}
      />
      <StateNote node={node} />
      <FailuresPanel failures={node.failures} />
      <div className="mb-3 grid gap-3 lg:grid-cols-2">
        <Panel title={t('facts')}>
          <KeyValueList facts={facts} labelWidth={144} />
        </Panel>
        <HealthPanel health={node.health} />
      </div>
      <AcknowledgedPanel acknowledged={node.acknowledged} />
      <BoundPanel bound={node.bound} total={node.domains} />
      <KeysPanel node_id={node.node_id} />
      <TokensPanel node_id={node.node_id} />
      {dialog.isOpen('enrol') ? <EnrolDialog node={node} onClose={dialog.close} /> : null}
      {dialog.isOpen('remove') ? (
        <RemoveDialog node={node} onClose={dialog.close} onDeleted={() => router.push(LIST)} />
      ) : null}
    </>
  );
}
