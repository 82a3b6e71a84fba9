'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useEndpointAction } from '@/components/form/use-endpoint-action';
import { CodeBlock } from '@/components/ui/content/code-block';
import { State } from '@/components/ui/content/mark';
import { Button } from '@/components/ui/controls/button';
import { CopyButton } from '@/components/ui/controls/copy-button';
import { Dialog } from '@/components/ui/overlays/dialog';
import { RefusalNote } from '@/components/ui/states/refusal';
import { Skeleton } from '@/components/ui/states/skeleton';
import { query } from '@/lib/api/client';
import { cliRelease } from '@/lib/cli/release/contract';
import type { Node } from '@/lib/guard/fleet/contract';
import { type NewEnrolment, nodeEnrolments } from '@/lib/guard/node-enrolments/contract';
import { enrolLine } from './enrol-line';

const POLL_MS = 2_000;

/** Whether a node has used the token: asks by itself until it has. */
function Waiting({ made: { node_id, enrolment_id } }: { made: NewEnrolment }) {
  const t = useTranslations('guard.fleet.enrol');
  const { data } = useQuery({
    ...query(nodeEnrolments.list, { params: { node_id } }),
    refetchInterval: ({ state }) =>
      state.data?.list.find((one) => one.enrolment_id === enrolment_id)?.state === 'used' ? false : POLL_MS,
  });
  const used = data?.list.find((one) => one.enrolment_id === enrolment_id && one.state === 'used');
  return (
    <div role="status" className="text-12 text-ink-2">
      {used ? (
        <State meaning="approved">{t('used', { ip: used.used_ip })}</State>
      ) : (
        <State meaning="pending" shape="half">
          {t('waiting')}
        </State>
      )}
    </div>
  );
}

/** The line with the token in it, which is shown this once. */
function Line({ made }: { made: NewEnrolment }) {
  const t = useTranslations('guard.fleet.enrol');
  const { data, isPending } = useQuery(query(cliRelease.version, {}));
  if (isPending) return <Skeleton lines={3} />;
  const hasProgram = data?.binaries.some(({ os }) => os === 'linux') === true;
  const line = enrolLine({ origin: window.location.origin, token: made.token, hasProgram });
  return (
    <div className="flex flex-col gap-3">
      <p className="text-ink-2">{t('run')}</p>
      <CodeBlock code={line} caption={t('line')} />
      <div className="flex flex-wrap items-center gap-3">
        <CopyButton variant="primary" size="normal" label={t('copy')} text={line} />
        <Waiting made={made} />
      </div>
      <p className="text-12 text-ink-3">{t('once')}</p>
    </div>
  );
}

/** Makes a one-time token for a node and shows the one line that installs and enrols. */
export function EnrolDialog({ node, onClose }: { node: Pick<Node, 'node_id' | 'name'>; onClose: () => void }) {
  const t = useTranslations('guard.fleet.enrol');
  const common = useTranslations('common');
  const [made, setMade] = useState<NewEnrolment | null>(null);
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const create = useEndpointAction(nodeEnrolments.create);
  const make = async () => {
    setPending(true);
    setFailure(null);
    await create({ params: { node_id: node.node_id } }).then(setMade, setFailure);
    setPending(false);
  };
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={t('title', { name: node.name })}
      footer={
        <>
          <Button onClick={onClose}>{made ? t('done') : common('cancel')}</Button>
          {made ? null : (
            <Button variant="primary" pending={isPending} onClick={make}>
              {t('make')}
            </Button>
          )}
        </>
      }
    >
      {made ? <Line made={made} /> : <p className="max-w-180 text-ink-2">{t('text')}</p>}
      <RefusalNote error={failure} className="mt-3" />
    </Dialog>
  );
}
