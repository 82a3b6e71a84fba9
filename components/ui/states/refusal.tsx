'use client';

import { useTranslations } from 'next-intl';
import { loginUrl } from '@/components/layout/navigation/next-path';
import { Link } from '@/components/ui/controls/link';
import { ApiError } from '@/lib/api/client';
import { FaultDetails } from './error-facts';
import { Note } from './note';
import { useErrorText } from './use-error-text';
import { hasWayOut, QUOTA_EXCEEDED, SIGNED_OUT } from './ways-out';

/** Where a refusal is mended, if somewhere. */
export function WayOut({ errKey }: { errKey: string | undefined }) {
  const t = useTranslations('common.form');
  if (errKey === QUOTA_EXCEEDED) {
    return (
      <Link href="/plan/plans" className="link">
        {t('to_plan')}
      </Link>
    );
  }
  if (errKey !== SIGNED_OUT) return null;
  return (
    // Beside this page, which keeps what was typed and saves it afterwards.
    <a href={loginUrl(null, 'beside')} target="_blank" rel="noopener" className="link">
      {t('sign_in')}
    </a>
  );
}

/** What a failure says, and the way to where it is mended. */
export function Refusal({ error }: { error: unknown }) {
  const text = useErrorText();
  const errKey = error instanceof ApiError ? error.envelope.err_key : undefined;
  return (
    <>
      {text(error)}
      {hasWayOut(errKey) ? ' ' : null}
      <WayOut errKey={errKey} />
    </>
  );
}

/** The same, as the answer to what the reader just did. */
export function RefusalNote({ error, className }: { error: unknown; className?: string }) {
  if (!error) return null;
  return (
    <Note meaning="rejected" role="alert" className={className}>
      <Refusal error={error} />
      <FaultDetails error={error} />
    </Note>
  );
}
