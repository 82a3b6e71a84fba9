'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { expiryOf } from '@/components/guard/certs/expiry';
import { NORMAL } from '@/components/guard/nodes/lock-status';
import { useLastDecision } from '@/components/guard/onboarding/rejection';
import { useVerification } from '@/components/guard/probes/use-verification';
import { useDelivery, useReleaseName, useReleases } from '@/components/guard/releases/use-releases';
import { usePermission } from '@/components/layout/account/session';
import { useFormat, useList, useNow } from '@/components/layout/preferences/use-format';
import { StatusStrip, type Stone } from '@/components/ui/states/status-strip';
import { query } from '@/lib/api/client';
import { APPROVED, type DomainDetail } from '@/lib/guard/domains/contract';
import { domainNodes } from '@/lib/guard/nodes/contract';
import { useAuditMark } from '../audit-state';
import { useModeName } from '../use-mode-name';

const EXPIRY_MEANINGS = { expired: 'rejected', soon: 'pending', ok: 'approved' } as const;

/** The state of the certificates: when the first of them ends decides. */
function useCertificateStone({ certs = [], auto_cert }: DomainDetail): Stone {
  const t = useTranslations('guard.domains.strip');
  const format = useFormat();
  const label = t('certificate');
  const first = Math.min(...certs.map((cert) => cert.expired_at));
  if (certs.length === 0) {
    return {
      label,
      meaning: 'unaudited',
      verdict: t('no_certificate'),
      evidence: t(auto_cert ? 'auto_on' : 'auto_off'),
    };
  }
  const { state, days } = expiryOf(first, Date.now());
  return {
    label,
    meaning: EXPIRY_MEANINGS[state],
    verdict: state === 'expired' ? t('expired') : t('days_left', { count: days }),
    evidence: t('expires', { date: format.date(first) }),
  };
}

/** Whether the public CNAME points here, as far as somebody looked. */
function useDnsStone({ domain_id, mode }: DomainDetail): Stone {
  const t = useTranslations('guard.domains.strip');
  const format = useFormat();
  const now = useNow();
  const modeName = useModeName();
  const { last } = useVerification(domain_id);
  if (!last) return { label: t('dns'), meaning: 'unaudited', verdict: t('dns_unknown'), evidence: t('dns_never') };
  return {
    label: t('dns'),
    meaning: last.dns_effective ? 'approved' : 'pending',
    verdict: t(last.dns_effective ? 'dns_effective' : last.resolved_cname ? 'dns_elsewhere' : 'dns_none'),
    evidence: t('dns_checked', { mode: modeName(mode), time: format.ago(last.checked_at, now) }),
  };
}

/** How many nodes serve the domain: those assigned and not locked, once it is approved. */
function useNodesStone({ domain_id, nodes, audit_status }: DomainDetail): Stone {
  const t = useTranslations('guard.domains.strip');
  const list = useList();
  const isAllowed = usePermission()('guard.domain.node');
  const { data } = useQuery({ ...query(domainNodes.list, { params: { id: domain_id } }), enabled: isAllowed });
  const delivery = useDelivery(domain_id);
  const label = t('nodes');
  if (nodes.length === 0) return { label, meaning: 'unaudited', verdict: t('no_nodes'), evidence: t('nodes_wait') };
  const evidence = list(nodes.map((node) => node.node_id));
  if (audit_status !== APPROVED || !data) {
    return { label, meaning: 'unaudited', verdict: t('nodes_assigned', { count: nodes.length }), evidence };
  }
  const isRunning = delivery?.nodes.every((node) => node.state === 'running') && delivery.nodes.length > 0;
  const serving = data.list.filter((node) => node.lock_status === NORMAL).length;
  const all = data.list.length;
  return {
    label,
    // Assigned is not served: green only where every node says that it runs the domain.
    meaning: serving < all ? 'pending' : isRunning ? 'approved' : 'unaudited',
    verdict: t('nodes_of', { serving, all }),
    evidence,
  };
}

/** What the nodes were last given, and whether they run it: green only when every one of them says so. */
function useReleaseStone({ domain_id }: DomainDetail): Stone {
  const t = useTranslations('guard.domains.strip');
  const format = useFormat();
  const nameOf = useReleaseName();
  const { list } = useReleases(domain_id);
  const delivery = useDelivery(domain_id);
  const label = t('release');
  if (!list || !delivery) return { label, meaning: 'unaudited', verdict: '—', evidence: '\u00a0' };
  const last = list[0];
  if (!last) return { label, meaning: 'unaudited', verdict: t('no_release'), evidence: t('release_wait') };
  const { nodes, pending } = delivery;
  const verdict = nameOf(last);
  const failed = nodes.find((node) => node.state === 'failed');
  if (failed) {
    return {
      label,
      meaning: 'rejected',
      verdict,
      evidence: t('release_failed', { node: failed.node_id, words: failed.message }),
    };
  }
  if (nodes.length === 0) return { label, meaning: 'unaudited', verdict, evidence: t('release_nowhere') };
  const running = nodes.filter((node) => node.state === 'running').length;
  if (pending > 0 || running < nodes.length) {
    return { label, meaning: 'pending', verdict, evidence: t('release_arriving', { running, all: nodes.length }) };
  }
  const evidence = t('release_running', { count: running, time: format.tableTime(last.ctime) });
  return { label, meaning: 'approved', verdict, evidence };
}

/** Five facts about a domain, each from the API: audit, DNS, certificate, nodes, release. */
export function DomainStrip({ domain }: { domain: DomainDetail }) {
  const t = useTranslations('guard.domains.strip');
  const format = useFormat();
  const audit = useAuditMark()(domain.audit_status);
  const { decision } = useLastDecision(domain);
  const stones: Stone[] = [
    {
      label: t('audit'),
      meaning: audit.meaning,
      verdict: audit.word,
      evidence: decision
        ? t('decided', { name: decision.actor_name, time: format.tableTime(decision.ctime) })
        : t('added', { time: format.tableTime(domain.ctime) }),
    },
    useDnsStone(domain),
    useCertificateStone(domain),
    useNodesStone(domain),
    useReleaseStone(domain),
  ];
  return <StatusStrip stones={stones} />;
}
