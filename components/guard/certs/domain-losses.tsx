'use client';

import { useTranslations } from 'next-intl';
import { useNow } from '@/components/layout/preferences/use-format';
import { shortened } from '@/components/ui/content/shortened';
import { Link } from '@/components/ui/controls/link';
import { cx } from '@/components/ui/cx';
import { APPROVED } from '@/lib/guard/domains/contract';
import { lossOf } from './loss';
import type { BoundDomain } from './use-bound-domains';

const NAMED = 8;

/** What one domain loses with a certificate, as far as that is known. */
function LossWords({ bound: { cert_id, detail } }: { bound: BoundDomain }) {
  const t = useTranslations('guard.certs.loss');
  const now = useNow();
  if (detail?.certs === undefined) return null;
  if (detail.audit_status !== APPROVED) return <span className="text-12 text-ink-3">{t('not_serving')}</span>;
  const { loss, left } = lossOf(detail.certs, cert_id, now);
  const isGrave = loss === 'bare' || loss === 'only_sm2';
  return (
    <span className={cx('text-12', isGrave ? 'font-medium text-danger' : 'text-ink-3')}>
      {t(loss, { count: left })}
    </span>
  );
}

/** The domains that lose a certificate and what that means for each. */
export function DomainLosses({ bound }: { bound: readonly BoundDomain[] }) {
  const t = useTranslations('guard.certs.loss');
  return (
    <ul className="my-1 list-[square] pl-5">
      {bound.slice(0, NAMED).map((each) => (
        <li key={each.domain_id}>
          <Link className="link break-all" href={`/guard/domains/${each.domain_id}`} title={each.domain}>
            {shortened(each.domain)}
          </Link>{' '}
          <LossWords bound={each} />
        </li>
      ))}
      {bound.length > NAMED ? <li>{t('and_more', { count: bound.length - NAMED })}</li> : null}
    </ul>
  );
}
