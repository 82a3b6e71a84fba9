'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useAuditMark } from '@/components/guard/domains/audit-state';
import { Badge } from '@/components/ui/content/badge';
import { CutMiddle } from '@/components/ui/content/cut-middle';
import { Panel } from '@/components/ui/content/panel';
import { unicodeName } from '@/lib/text/unicode-name';
import { ApproveEffect, DecisionButtons, StopNote } from '../decision/decision-panel';
import { Checks, RelatedList } from '../dossier/checks';
import { EarlierDecisions } from '../dossier/earlier-decisions';
import { Facts } from '../dossier/facts';
import { type Known, useDossier } from '../dossier/use-dossier';
import type { Open } from '../queue/use-queue';
import type { Desk } from './use-desk';

/** The state of the open domain, in a header. */
export function AuditBadge({ status }: { status: number }) {
  const { meaning, shape, word } = useAuditMark()(status);
  return (
    <Badge meaning={meaning} shape={shape}>
      {word}
    </Badge>
  );
}

/** The name, and how people write it where that is another way. */
function OpenTitle({ domain }: { domain: string }) {
  const written = unicodeName(domain);
  return (
    <span className="flex items-baseline gap-2">
      <CutMiddle text={domain} className="max-w-[44ch]" />
      {written ? <bdi className="max-w-[24ch] truncate text-13 font-normal text-ink-2">{written}</bdi> : null}
    </span>
  );
}

type Part = { key: 'past' | 'owner_domains'; content: ReactNode };

/** What else there is to read, where there is any: how it was judged before, and the owner's other domains. */
export function useMore({ dossier: { data } }: Known): Part[] {
  const parts: Part[] = [];
  if (data && data.decisions.length > 0) {
    parts.push({ key: 'past', content: <EarlierDecisions decisions={data.decisions} /> });
  }
  if (data && data.owner_domains.length > 0) {
    parts.push({ key: 'owner_domains', content: <RelatedList others={data.owner_domains} owner={false} /> });
  }
  return parts;
}

/** The dossier and the decision beside the queue. */
export function OpenPanels({ open, desk }: { open: Open; desk: Desk }) {
  const t = useTranslations('guard.approvals');
  const known = useDossier(open.domain);
  const more = useMore(known);
  return (
    <>
      <Panel
        title={<OpenTitle domain={open.domain.domain} />}
        actions={<AuditBadge status={open.domain.audit_status} />}
      >
        <div className="grid gap-x-8 gap-y-4 min-[1200px]:grid-cols-2">
          <Checks domain={open.domain} known={known} />
          <Facts open={open} dossier={known.dossier.data} />
        </div>
      </Panel>
      <Panel title={t('decision')}>
        <div className="flex flex-col gap-3">
          <StopNote open={open} stop={desk.stop} />
          <div className="flex flex-wrap items-center gap-2">
            <DecisionButtons open={open} desk={desk} />
            <span className="flex-1" />
            <ApproveEffect open={open} />
          </div>
        </div>
      </Panel>
      {more.length > 0 ? (
        <div className={more.length > 1 ? 'grid items-start gap-3 min-[1200px]:grid-cols-2' : undefined}>
          {more.map(({ key, content }) => (
            <Panel key={key} title={t(`more.${key}`)}>
              {content}
            </Panel>
          ))}
        </div>
      ) : null}
    </>
  );
}
