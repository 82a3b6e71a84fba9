'use client';

import { useTranslations } from 'next-intl';
import { type Check, Checklist, type CheckState } from '@/components/ui/checklist';
import { CopyButton } from '@/components/ui/copy-button';
import { MerlonProgress } from '@/components/ui/merlon-progress';
import { Panel } from '@/components/ui/panel';
import { APPROVED, type DomainDetail, IN_REVIEW, REJECTED } from '@/lib/guard/domains/contract';

type Step = { key: string; state: CheckState; evidence: string; action?: Check['action'] };

/** What must become true before a domain is protected, each from what the API knows. */
function useSteps(domain: DomainDetail, requests: number | null): Step[] {
  const t = useTranslations('guard.domains.onboarding');
  const common = useTranslations('guard.domains');
  const { audit_status, nodes, certs = [], auto_cert } = domain;
  const isApproved = audit_status === APPROVED;
  const hasTraffic = requests !== null && requests > 0;
  const audit = isApproved
    ? 'done'
    : audit_status === IN_REVIEW
      ? 'review'
      : audit_status === REJECTED
        ? 'rejected'
        : 'waiting';
  const steps: (Step | null)[] = [
    {
      key: 'approval',
      state: isApproved ? 'done' : audit === 'rejected' ? 'todo' : 'now',
      evidence: t(`approval.${audit}`),
    },
    {
      key: 'nodes',
      state: nodes.length > 0 ? 'done' : 'todo',
      evidence: nodes.length > 0 ? nodes.map((node) => node.node_id).join(', ') : t('nodes.none'),
    },
    {
      key: 'certificate',
      state: certs.length > 0 ? 'done' : auto_cert ? 'now' : 'todo',
      evidence: certs[0]?.name ?? t(auto_cert ? 'certificate.auto' : 'certificate.none'),
    },
    requests === null
      ? null
      : {
          key: 'traffic',
          state: hasTraffic ? 'done' : isApproved ? 'now' : 'todo',
          evidence: hasTraffic ? t('traffic.some', { count: requests }) : t('traffic.none'),
          action: hasTraffic ? undefined : <CopyButton text={domain.cname} name={common('copy_cname')} />,
        },
  ];
  return steps.filter((step) => step !== null);
}

/** What is left until the domain is protected; gone once all of it is true. */
export function OnboardingPanel({ domain, requests }: { domain: DomainDetail; requests: number | null }) {
  const t = useTranslations('guard.domains.onboarding');
  const steps = useSteps(domain, requests);
  const done = steps.filter((step) => step.state === 'done').length;
  const now = steps.filter((step) => step.state === 'now').length;
  if (done === steps.length) return null;
  const progress = t('progress', { done, total: steps.length });
  return (
    <Panel
      title={t('title')}
      padded={false}
      actions={
        <>
          <MerlonProgress done={done} now={now} total={steps.length} label={progress} />
          <span aria-hidden="true" className="text-12 text-ink-2 tabular-nums">
            {progress}
          </span>
        </>
      }
    >
      <Checklist
        checks={[...steps]
          .sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state))
          .map(({ key, ...step }) => ({ key, fact: t(`${key}.fact`), ...step }))}
      />
    </Panel>
  );
}

/** The merlons are read from the left: what is done stands first. */
const ORDER: readonly CheckState[] = ['done', 'now', 'todo'];
