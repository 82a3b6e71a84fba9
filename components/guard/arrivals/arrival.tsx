'use client';

import { useTranslations } from 'next-intl';
import { useDialogParam } from '@/components/layout/page/use-dialog-param';
import { latePart } from '@/components/layout/preferences/late-part';
import { useFormat } from '@/components/layout/preferences/use-format';
import { State } from '@/components/ui/content/mark';
import { Button } from '@/components/ui/controls/button';
import type { Arrival as ArrivalState } from '@/lib/guard/arrivals/contract';
import { FailureNote } from './failure-note';
import { isArriving, useArrival, useDomainArrival } from './use-arrival';

// Opened far less often than the pages that have it are.
const DeliveryDrawer = latePart(() => import('./delivery-drawer').then((m) => m.DeliveryDrawer));

/** How many nodes run what was saved last, and how long the last of them took: green only where all say so. */
function Line({ arrival }: { arrival: ArrivalState }) {
  const t = useTranslations('guard.arrivals');
  const format = useFormat();
  const { nodes, changed_at, number, failures } = arrival;
  const all = nodes.length;
  const running = nodes.filter((node) => node.state === 'running').length;
  if (all === 0)
    return (
      <State meaning="unaudited" shape="hollow">
        {t('nowhere')}
      </State>
    );
  const values = { running, all, number };
  if (failures.length > 0) return <State meaning="rejected">{t('failed', values)}</State>;
  if (isArriving(arrival)) {
    return (
      <State meaning="pending" shape="half">
        {t('arriving', values)}
      </State>
    );
  }
  const took = Math.max(...nodes.map((node) => node.since)) - changed_at;
  // Clocks of nodes are their own, and what a new node took over long after the change says nothing of the way.
  const isKnown = changed_at > 0 && took > 0 && took < 600_000;
  return (
    <State meaning="approved">
      {isKnown ? t('running_after', { ...values, time: format.number(took / 1_000, 1) }) : t('running', values)}
    </State>
  );
}

type Files = { href: string; label: string };

/** The line, and beside it what was saved, what files it became and what each node runs. */
function LineWithDetails({ arrival, files }: { arrival: ArrivalState | undefined; files: Files | undefined }) {
  const t = useTranslations('guard.arrivals');
  const dialog = useDialogParam();
  return (
    // As high as the words that follow, so that nothing below moves when they come.
    <div className="mb-3 flex min-h-(--ctl-sm) flex-wrap items-center gap-x-3">
      <div role="status">{arrival ? <Line arrival={arrival} /> : null}</div>
      {arrival ? (
        <Button size="small" variant="quiet" onClick={() => dialog.open('delivery')}>
          {t('details')}
        </Button>
      ) : null}
      {arrival && dialog.isOpen('delivery') ? (
        <DeliveryDrawer arrival={arrival} files={files} onClose={dialog.close} />
      ) : null}
    </div>
  );
}

/** On top of the page of a policy or a list: whether nodes run it, and where they cannot, why. */
export function Arrival({ of, id, policy_id }: { of: 'policy' | 'list'; id: string; policy_id: string | null }) {
  const t = useTranslations('guard.arrivals');
  const arrival = useArrival(of, id);
  const [first] = arrival?.failures ?? [];
  const files = policy_id ? { href: `/guard/policies/${policy_id}?tab=domains`, label: t('of_domains') } : undefined;
  return (
    <>
      <LineWithDetails arrival={arrival} files={files} />
      {first ? <FailureNote failure={first} /> : null}
    </>
  );
}

/** Above the releases of a domain: whether nodes run the last of them. */
export function DomainArrival({ domain_id }: { domain_id: string }) {
  const t = useTranslations('guard.arrivals');
  const files = { href: `/guard/domains/${domain_id}?tab=releases&files=true`, label: t('of_domain') };
  return <LineWithDetails arrival={useDomainArrival(domain_id)} files={files} />;
}
