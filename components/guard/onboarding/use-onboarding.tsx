'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useExpiryMark } from '@/components/guard/certs/cert-state';
import { NODE_PERMISSION } from '@/components/guard/nodes/permission';
import { PolicyName } from '@/components/guard/policies/policy-name';
import { usePermission } from '@/components/layout/account/session';
import { Ago } from '@/components/layout/preferences/time';
import { useList, useNow } from '@/components/layout/preferences/use-format';
import type { Check } from '@/components/ui/content/checklist';
import { ButtonLink } from '@/components/ui/controls/button';
import { Copyable } from '@/components/ui/controls/copy-button';
import { Link } from '@/components/ui/controls/link';
import { APPROVED, type DomainDetail, REJECTED } from '@/lib/guard/domains/contract';
import type { Verified } from '@/lib/guard/probes/contract';
import { Rejection, useLastDecision } from './rejection';
import { type Known, type Step, type StepKey, stepsOf } from './steps';
import { useWatchedVerification } from './use-watched-verification';

type Words = (step: Step) => ReactNode;

/** Who decided, and when, as far as it was recorded. */
function Decided({ domain }: { domain: DomainDetail }) {
  const t = useTranslations('guard.onboarding.approval');
  const { decision } = useLastDecision(domain);
  if (!decision) return t('done');
  return t.rich('by', { name: decision.actor_name, time: () => <Ago value={decision.ctime} /> });
}

/** The record to set, and what the world sees instead. */
function Cname({ domain, says, seen }: { domain: DomainDetail; says: string; seen: string }) {
  const t = useTranslations('guard.onboarding.cname');
  const common = useTranslations('guard.domains.fields');
  return (
    <>
      <p>{t(says, { seen })}</p>
      <Copyable text={domain.cname} name={common('cname')} />
      {domain.audit_status === APPROVED ? null : <p className="text-ink-3">{t('later')}</p>}
    </>
  );
}

function useCertificateWords(domain: DomainDetail): Words {
  const t = useTranslations('guard.onboarding.certificate');
  const mark = useExpiryMark();
  const [first] = [...(domain.certs ?? [])].sort((a, b) => a.expired_at - b.expired_at);
  return ({ says }) => (first ? t(says, { name: first.name, left: mark(first.expired_at).left }) : t(says));
}

/** What is said below each step. */
function useEvidence(domain: DomainDetail, verified: Verified | undefined, requests: number | null): Words {
  const t = useTranslations('guard.onboarding');
  const list = useList();
  const canAssign = usePermission()(NODE_PERMISSION);
  const certificate = useCertificateWords(domain);
  const words: Record<StepKey, Words> = {
    origin: ({ says }) => t(`origin.${says}`, { ms: verified?.origin_latency_ms ?? 0 }),
    certificate,
    policy: ({ says }) => (says === 'done' ? <PolicyName policy_id={domain.policy_id} link /> : t(`policy.${says}`)),
    approval: ({ says }) => {
      if (domain.audit_status === REJECTED) return <Rejection domain={domain} />;
      return says === 'done' ? <Decided domain={domain} /> : t(`approval.${says}`);
    },
    nodes: ({ says }) => {
      if (says === 'done') return list(domain.nodes.map((node) => node.node_id));
      return t(`nodes.${canAssign ? 'yours' : says}`);
    },
    cname: ({ state, says }) =>
      state === 'done' ? (
        t(`cname.${says}`, { seen: verified?.resolved_cname ?? '', count: requests ?? 0 })
      ) : (
        <Cname domain={domain} says={says} seen={verified?.resolved_cname ?? ''} />
      ),
  };
  return (step) => words[step.key](step);
}

/** Where a step that waits for the reader is taken; the next one has a button. */
function useAction(domain: DomainDetail) {
  const t = useTranslations('guard.onboarding.actions');
  const canAssign = usePermission()(NODE_PERMISSION);
  const page = `/guard/domains/${domain.domain_id}`;
  const targets: Partial<Record<StepKey, string>> = {
    origin: `${page}?tab=origins`,
    certificate: `${page}?tab=certificates`,
    policy: `${page}?dialog=edit`,
    nodes: canAssign ? `${page}?tab=nodes` : undefined,
  };
  return ({ key, state }: Step, isNext: boolean) => {
    const href = state === 'todo' ? targets[key] : undefined;
    if (!href) return undefined;
    return isNext ? (
      <ButtonLink size="small" href={href}>
        {t(key)}
      </ButtonLink>
    ) : (
      <Link className="link" href={href}>
        {t(key)}
      </Link>
    );
  };
}

/**
 * What is left until a domain is protected, kept up to date by itself. `requests` of the last 24 hours, null where
 * unknown.
 */
export function useOnboarding(domain: DomainDetail, requests: number | null = null) {
  const t = useTranslations('guard.onboarding');
  const now = useNow();
  const watch = useWatchedVerification(domain.domain_id);
  const known: Known = { domain, verified: watch.verified, requests };
  const steps = stepsOf(known, now);
  const evidence = useEvidence(domain, watch.verified, requests);
  const action = useAction(domain);
  const next = steps.find(({ key, state }) => state === 'todo' && key !== 'cname')?.key;
  const count = (state: Step['state']) => steps.filter((step) => step.state === state).length;
  const checks: Check[] = steps.map((step) => ({
    key: step.key,
    state: step.state,
    fact: t(`${step.key}.fact`),
    evidence: evidence(step),
    action: action(step, step.key === next),
  }));
  return { checks, done: count('done'), now: count('now'), total: steps.length, watch };
}
export type Onboarding = ReturnType<typeof useOnboarding>;
