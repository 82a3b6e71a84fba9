'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { AuditState } from '@/components/guard/domains/audit-state';
import { useNow } from '@/components/layout/preferences/use-format';
import { CutMiddle } from '@/components/ui/content/cut-middle';
import { Mark, type MarkShape } from '@/components/ui/content/mark';
import type { Meaning } from '@/components/ui/content/meaning';
import { Button } from '@/components/ui/controls/button';
import { Link } from '@/components/ui/controls/link';
import { Refusal } from '@/components/ui/states/refusal';
import { Skeleton } from '@/components/ui/states/skeleton';
import type { Dossier, Related } from '@/lib/guard/approvals/contract';
import type { Domain } from '@/lib/guard/domains/contract';
import { unicodeName } from '@/lib/text/unicode-name';
import { CertificateLines, OriginLines } from './check-lines';
import { type Level, type Signal, signalsOf } from './signals';
import type { Known } from './use-dossier';

const MARKS: Record<Level, { meaning: Meaning; shape: MarkShape }> = {
  bad: { meaning: 'rejected', shape: 'crossed' },
  doubt: { meaning: 'pending', shape: 'half' },
  pending: { meaning: 'unaudited', shape: 'hollow' },
  quiet: { meaning: 'unaudited', shape: 'hollow' },
  good: { meaning: 'approved', shape: 'full' },
};

/** Domains as links, each with its owner and state. */
export function RelatedList({ others, owner = true }: { others: readonly Related[]; owner?: boolean }) {
  return (
    <ul className="grid grid-cols-[minmax(0,max-content)_max-content_minmax(max-content,1fr)] gap-x-4 gap-y-0.5">
      {others.map(({ domain_id, domain, user_name, audit_status }) => {
        const written = unicodeName(domain);
        return (
          <li key={domain_id} className="col-span-3 grid grid-cols-subgrid items-baseline">
            <Link href={`/guard/domains/${encodeURIComponent(domain_id)}`} className="link min-w-0">
              <CutMiddle text={domain} className="max-w-[44ch]" />
              {written ? <bdi className="block truncate text-12 text-ink-2">{written}</bdi> : null}
            </Link>
            <span className="max-w-40 truncate">{owner ? user_name : null}</span>
            <AuditState status={audit_status} />
          </li>
        );
      })}
    </ul>
  );
}

function useTitle(): (signal: Signal) => string {
  const t = useTranslations('guard.approvals.checks');
  return (signal) => {
    if ('others' in signal) return t(`${signal.key}.title`, { count: signal.others.length });
    if ('name' in signal) return t(`${signal.key}.title`);
    if ('count' in signal) return t(`${signal.key}.title`, { count: signal.count });
    return t(`${signal.key}.${signal.state}`);
  };
}

/** What a signal rests on. */
function Evidence({ signal, dossier }: { signal: Signal; dossier: Dossier }): ReactNode {
  const t = useTranslations('guard.approvals.checks');
  switch (signal.key) {
    case 'look_alikes':
    case 'same_site':
      return <RelatedList others={signal.others} />;
    case 'imitation':
      return t.rich('imitation.text', { name: () => <code className="break-all">{signal.name}</code> });
    case 'elsewhere':
    case 'rejected_before':
      return t(`${signal.key}.text`);
    case 'origins':
      return <OriginLines sources={dossier.origins} results={signal.results} />;
    case 'cname':
      if (signal.state === 'elsewhere') return <code className="break-all">{signal.resolved}</code>;
      return signal.state === 'unset' ? t('cname.unset_text') : null;
    case 'certificate':
      return <CertificateLines certificates={signal.certificates} state={signal.state} />;
  }
}

function Row({ level, title, children }: { level: Level; title: ReactNode; children?: ReactNode }) {
  return (
    <li className="flex items-start gap-2.5 border-b border-line py-2.5 first:pt-0 last:border-b-0 last:pb-0">
      <span className="flex h-5 items-center">
        <Mark {...MARKS[level]} />
      </span>
      <div className="min-w-0 flex-1">
        <div className="font-medium">{title}</div>
        {children ? <div className="mt-0.5 text-12 text-ink-2">{children}</div> : null}
      </div>
    </li>
  );
}

/** What speaks for and against the domain. What is doubtful is first; the network's part follows when it is known. */
export function Checks({ domain, known: { dossier, probe } }: { domain: Domain; known: Known }) {
  const t = useTranslations('guard.approvals.checks');
  const title = useTitle();
  const now = useNow();
  const { data } = dossier;
  if (!data && dossier.error) {
    return (
      <ul>
        <Row level="doubt" title={t('failed')}>
          <Refusal error={dossier.error} />{' '}
          <button type="button" className="link" onClick={() => dossier.refetch()}>
            {t('again')}
          </button>
        </Row>
      </ul>
    );
  }
  if (!data) return <Skeleton growing lines={6} />;
  const found = probe.isFetching ? undefined : probe.isError ? null : probe.data;
  return (
    <div className="flex flex-col gap-2.5">
      <ul aria-label={t('name')} aria-busy={found === undefined}>
        {signalsOf(data, found, domain.auto_cert, now).map((signal) => (
          <Row key={signal.key} level={signal.level} title={title(signal)}>
            <Evidence signal={signal} dossier={data} />
          </Row>
        ))}
      </ul>
      {found === undefined ? null : (
        <div>
          <Button size="small" icon="refresh" onClick={() => probe.refetch()}>
            {t('probe_again')}
          </Button>
        </div>
      )}
    </div>
  );
}
