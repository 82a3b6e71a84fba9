'use client';

import { useQueries } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { useEndpointAction } from '@/components/form/use-endpoint-action';
import { useMissingPermission } from '@/components/layout/account/can';
import { useSession } from '@/components/layout/account/session';
import { useList } from '@/components/layout/preferences/use-format';
import { Button } from '@/components/ui/controls/button';
import { Link } from '@/components/ui/controls/link';
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog';
import { Dialog } from '@/components/ui/overlays/dialog';
import { query } from '@/lib/api/client';
import { type DomainDetail, domains } from '@/lib/guard/domains/contract';
import { domainNodes, type SyncResult } from '@/lib/guard/nodes/contract';

/** More changed domains than this are counted, not named. */
const NAMED = 20;

/** A changed domain with the nodes it has now. */
function Changed({ domain_ids }: { domain_ids: readonly string[] }) {
  const t = useTranslations('guard.nodes.sync');
  const list = useList();
  const shown = domain_ids.slice(0, NAMED);
  const found = useQueries({ queries: shown.map((id) => query(domains.view, { params: { id } })) });
  return (
    <ul className="mt-2 flex flex-col gap-1">
      {shown.map((id, i) => {
        const domain = found[i]?.data;
        return (
          <li key={id} className="border-b border-line pb-1 last:border-b-0">
            <Link href={`/guard/domains/${id}?tab=nodes`} className="link break-all">
              {domain?.domain ?? id}
            </Link>
            <div className="text-12 text-ink-2">
              {domain ? list(domain.nodes.map((node) => node.node_id)) || t('no_nodes') : '\u00a0'}
            </div>
          </li>
        );
      })}
      {domain_ids.length > NAMED ? <li>{t('and_more', { count: domain_ids.length - NAMED })}</li> : null}
    </ul>
  );
}

function Result({ result, onClose }: { result: SyncResult; onClose: () => void }) {
  const t = useTranslations('guard.nodes.sync');
  const common = useTranslations('common');
  const { domains: seen, added, removed, changed_domain_ids = [] } = result;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('result')}
      footer={
        <Button variant="primary" onClick={onClose}>
          {common('close')}
        </Button>
      }
    >
      <p role="status">
        {changed_domain_ids.length === 0
          ? t('unchanged', { count: seen })
          : t('changed', { seen, changed: changed_domain_ids.length, added, removed })}
      </p>
      <Changed domain_ids={changed_domain_ids} />
    </Dialog>
  );
}

/** Asks before nodes are brought in line with what is allotted, and then says what that changed, domain by domain. */
export function SyncDialog({ domain, onClose }: { domain: DomainDetail; onClose: () => void }) {
  const t = useTranslations('guard.nodes.sync');
  const common = useTranslations('common');
  const { user, is_platform } = useSession();
  const missing = useMissingPermission('guard.domain.edit') ?? undefined;
  const [result, setResult] = useState<SyncResult | null>(null);
  const isDone = useRef(false);
  const onDone = (data: SyncResult) => {
    isDone.current = true;
    setResult(data);
  };
  const sync = useEndpointAction(domainNodes.sync, { onDone, invalidates: ['/api/guard/domains'] });
  if (result) return <Result result={result} onClose={onClose} />;
  const isOwn = domain.user_id === user.user_id;
  const notMine = isOwn || is_platform ? undefined : t('not_mine', { name: domain.user_name });
  return (
    <ConfirmDialog
      open
      // What was done is read in its place, and closes the dialog then.
      onClose={() => (isDone.current ? undefined : onClose())}
      title={isOwn ? t('title_own') : t('title_of', { name: domain.user_name })}
      action={t('action')}
      keep={common('cancel')}
      tone="primary"
      refuse={missing ?? notMine}
      onConfirm={() => sync({ query: isOwn ? {} : { user_id: domain.user_id } })}
    >
      {t('text')}
    </ConfirmDialog>
  );
}
