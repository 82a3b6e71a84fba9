'use client';

import { useTranslations } from 'next-intl';
import { Link } from '@/components/ui/controls/link';
import { Note } from '@/components/ui/states/note';
import type { Arrival } from '@/lib/guard/arrivals/contract';
import { useDomainArrival } from './use-arrival';

type Failure = Arrival['failures'][number];

/** What a node said that could not take over what was saved, and the page where more of it is read. */
export function FailureNote({ failure, isOwn }: { failure: Failure; isOwn?: boolean }) {
  const t = useTranslations('guard.arrivals');
  const { node_id, domain_id, domain, message } = failure;
  const title = isOwn ? t('self_failure', { node: node_id }) : t('failure', { node: node_id, domain });
  return (
    <Note meaning="rejected" className="mb-3" title={title}>
      <code className="text-12 break-words whitespace-pre-wrap">{message}</code>{' '}
      <Link className="link" href={`/guard/domains/${domain_id}?tab=releases`}>
        {t(isOwn ? 'open_releases' : 'open_domain')}
      </Link>
    </Note>
  );
}

/** On top of a domain's page, while a node cannot serve it. */
export function DomainFailure({ domain_id }: { domain_id: string }) {
  const [first] = useDomainArrival(domain_id)?.failures ?? [];
  return first ? <FailureNote failure={first} isOwn /> : null;
}
