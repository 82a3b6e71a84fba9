'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { APPROVED } from '@/lib/guard/domains/contract';
import { type BoundDomain, othersLeft } from './use-bound-domains';

const NAMED = 8;

/** What one domain loses with a certificate. */
export function LossWords({ bound }: { bound: BoundDomain }) {
  const t = useTranslations('guard.certs.loss');
  const left = othersLeft(bound);
  if (bound.detail === undefined || left === undefined) return null;
  const served = bound.detail.audit_status === APPROVED ? (left === 0 ? 'serving_bare' : 'serving') : 'not_serving';
  return <span className="text-12 text-ink-3">{t(served, { count: left })}</span>;
}

/** The domains that lose a certificate and what that means for each. */
export function DomainLosses({ bound }: { bound: readonly BoundDomain[] }) {
  const t = useTranslations('guard.certs.loss');
  return (
    <ul className="my-1 list-[square] pl-5">
      {bound.slice(0, NAMED).map((each) => (
        <li key={each.domain_id}>
          <Link className="link break-all" href={`/guard/domains/${each.domain_id}`}>
            {each.domain}
          </Link>{' '}
          <LossWords bound={each} />
        </li>
      ))}
      {bound.length > NAMED ? <li>{t('and_more', { count: bound.length - NAMED })}</li> : null}
    </ul>
  );
}
