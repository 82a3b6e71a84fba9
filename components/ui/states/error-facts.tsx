'use client';

import { useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { CopyButton } from '@/components/ui/controls/copy-button';
import { ApiError } from '@/lib/api/client';

/** What support asks for, in the words of the API. */
const factsOf = ({ status, envelope, requestId }: ApiError) =>
  [
    ['status', status || '—'],
    // No answer of Parapet's, no code.
    ['code', envelope.code < 0 ? '—' : envelope.code],
    ['err_key', envelope.err_key],
    ['request', requestId || '—'],
  ] as const;

/** The names of a failure by which others find it. */
export function ErrorFacts({ error }: { error: ApiError }) {
  return (
    <dl className="grid grid-cols-[88px_auto] gap-x-3 gap-y-0.5 text-left font-mono text-12 leading-[22px]">
      {factsOf(error).map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-3">{name}</dt>
          <dd className="break-all">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Takes them along. */
export function CopyDetails({
  error,
  ...button
}: { error: ApiError } & Pick<ComponentProps<typeof CopyButton>, 'size' | 'variant'>) {
  const t = useTranslations('common.error');
  const text = () =>
    factsOf(error)
      .map((fact) => fact.join(': '))
      .join('\n');
  return <CopyButton {...button} label={t('copy')} text={text} />;
}

/** The same below a refusal, where it is nothing that the reader could do otherwise: no answer came, or a faulty one. */
export function FaultDetails({ error }: { error: unknown }) {
  if (!(error instanceof ApiError) || error.envelope.err_key === 'err.client.offline') return null;
  const isFault = error.status === 0 || error.status >= 500;
  if (!isFault) return null;
  return (
    <div className="mt-1.5 flex flex-wrap items-end gap-x-3 gap-y-1.5 text-ink">
      <div className="min-w-0 flex-1 basis-48">
        <ErrorFacts error={error} />
      </div>
      <CopyDetails error={error} />
    </div>
  );
}
