'use client';

import { useTranslations } from 'next-intl';
import { Panel } from '@/components/ui/content/panel';
import { Link } from '@/components/ui/controls/link';
import type { ProtectedDomain } from '@/lib/guard/policies/contract';
import { useFirstDomains } from './use-first-domains';

function Names({
  domains,
  hrefOf,
}: {
  domains: readonly ProtectedDomain[];
  hrefOf: (domain: ProtectedDomain) => string;
}) {
  const t = useTranslations('guard.policies');
  return (
    <ul className="flex flex-col gap-1">
      {domains.map((domain) => (
        <li key={domain.domain_id} className="flex flex-wrap items-baseline gap-x-2">
          <Link className="link break-all" href={hrefOf(domain)}>
            {domain.domain}
          </Link>
          {domain.brute_force_count > 0 ? (
            <span className="text-12 text-ink-3">{t('brute_force_rules', { count: domain.brute_force_count })}</span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/** The first domains that the policy protects, and of those with brute-force rules of their own the first. */
export function PolicyPlaces({ policy_id }: { policy_id: string }) {
  const t = useTranslations('guard.policies');
  const { domains, total } = useFirstDomains(policy_id);
  const guarded = useFirstDomains(policy_id, { brute_force: 'true' });
  if (!domains || total === 0) return null;
  // Where all domains are named already, so are these.
  const isMore = total > domains.length && (guarded.domains?.length ?? 0) > 0;
  return (
    <Panel title={t('applies_to')}>
      <Names domains={domains} hrefOf={(one) => `/guard/domains/${one.domain_id}${tabOf(one)}`} />
      {total > domains.length ? (
        <Link className="link mt-2 inline-block text-12" href={`/guard/policies/${policy_id}?tab=domains`}>
          {t('and_more', { count: total - domains.length })}
        </Link>
      ) : null}
      {isMore ? (
        <>
          <h3 className="mt-3 mb-1 font-medium">{t('fields.brute_force')}</h3>
          <Names domains={guarded.domains ?? []} hrefOf={(one) => `/guard/domains/${one.domain_id}${tabOf(one)}`} />
        </>
      ) : null}
    </Panel>
  );
}

const tabOf = ({ brute_force_count }: ProtectedDomain) => (brute_force_count > 0 ? '?tab=brute-force' : '');
