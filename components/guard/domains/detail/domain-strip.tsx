'use client';

import { useTranslations } from 'next-intl';
import { PolicyName } from '@/components/guard/policies/policy-name';
import { usePolicies } from '@/components/guard/policies/use-policies';
import { useFormat } from '@/components/layout/use-format';
import { StatusStrip, type Stone } from '@/components/ui/status-strip';
import { APPROVED, type DomainDetail, SWITCHES } from '@/lib/guard/domains/contract';
import { useAuditLook } from '../audit-state';

const SOON_MS = 30 * 86_400_000;

/** How the certificates stand: when the first of them ends decides. */
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
  const left = first - Date.now();
  return {
    label,
    meaning: left < 0 ? 'rejected' : left < SOON_MS ? 'pending' : 'approved',
    verdict: left < 0 ? t('expired') : t('days_left', { count: Math.floor(left / 86_400_000) }),
    evidence: t('expires', { date: format.date(first) }),
  };
}

/** How many rules the policy holds, where the caller may know. */
function usePolicyEvidence(policy_id: string): string | undefined {
  const t = useTranslations('guard.domains.strip');
  const policy = usePolicies().policies.find((each) => each.policy_id === policy_id);
  if (!policy) return undefined;
  return t('rules', { count: policy.cc_rule_count + policy.acl_rule_count + policy.bwl_rule_count });
}

/** Five facts about a domain, each from the API: audit, policy, protection, certificate, nodes. */
export function DomainStrip({ domain }: { domain: DomainDetail }) {
  const t = useTranslations('guard.domains.strip');
  const names = useTranslations('guard.domains.switches');
  const format = useFormat();
  const audit = useAuditLook()(domain.audit_status);
  const certificate = useCertificateStone(domain);
  const rules = usePolicyEvidence(domain.policy_id);
  const on = SWITCHES.filter((key) => domain.switches[key] === 1);
  const enabled = domain.nodes.filter((node) => node.enabled);
  const isServed = domain.audit_status === APPROVED && enabled.length > 0;
  return (
    <StatusStrip
      stones={[
        {
          label: t('audit'),
          meaning: audit.meaning,
          verdict: audit.word,
          evidence: t('added', { time: format.tableTime(domain.ctime) }),
        },
        {
          label: t('policy'),
          meaning: 'unaudited',
          verdict: <PolicyName policy_id={domain.policy_id} />,
          evidence: rules ?? '\u00a0',
        },
        {
          label: t('protection'),
          meaning: domain.switches.waf === 1 ? 'approved' : 'pending',
          verdict: t('on_of', { on: on.length, all: SWITCHES.length }),
          evidence: on.map((key) => names(key)).join(', ') || t('all_off'),
        },
        certificate,
        {
          label: t('nodes'),
          meaning: isServed ? 'approved' : 'unaudited',
          verdict:
            domain.nodes.length === 0 ? t('no_nodes') : t('nodes_of', { on: enabled.length, all: domain.nodes.length }),
          evidence: domain.nodes.length === 0 ? t('nodes_wait') : domain.nodes.map((node) => node.node_id).join(', '),
        },
      ]}
    />
  );
}
