'use client';

import { useTranslations } from 'next-intl';
import { useWord } from '@/components/audit/word';
import { useExpiryMark } from '@/components/guard/certs/cert-state';
import { useReasonWords } from '@/components/guard/probes/reason-words';
import type { Dossier } from '@/lib/guard/approvals/contract';
import type { Probed } from '@/lib/guard/probes/contract';

/** Verdict, TLS and HTTP of one origin, in words. */
function useFinding(): (result: Probed) => string {
  const t = useTranslations('guard.approvals.probe');
  const word = useWord();
  const reason = useReasonWords();
  return ({ tcp, tls, http }) => {
    if (!tcp.ok) return t('no_connection', { reason: reason(tcp.error) });
    const parts = [t('connected', { ms: tcp.latency_ms })];
    if (tls.status === 'failed') parts.push(t('tls_failed', { reason: reason(tls.error) }));
    else if (tls.status !== 'skipped') parts.push(word('words.probe_tls', tls.status));
    if (http.status_code > 0) parts.push(t('http', { status: http.status_code, ms: http.latency_ms }));
    else if (http.error) parts.push(t('http_failed', { reason: reason(http.error) }));
    return parts.join(t('separator'));
  };
}

/** Each origin with what trying it has shown; those beyond the tried ones without. */
export function OriginLines({ sources, results }: { sources: Dossier['origins']; results: readonly Probed[] }) {
  const finding = useFinding();
  return (
    <ul className="flex flex-col gap-1">
      {sources.map(({ ip, port, protocol }, i) => {
        const result = results[i];
        const address = `${protocol}://${ip.includes(':') ? `[${ip}]` : ip}:${port}`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same address may be given twice
          <li key={`${address} ${i}`} className="break-words">
            <code className="break-all text-ink">{address}</code>
            {result ? <> {finding(result)}</> : null}
          </li>
        );
      })}
    </ul>
  );
}

/** The bound certificates: what they are called, whether they cover the name, how long they last. */
export function CertificateLines({ certificates, state }: { certificates: Dossier['certificates']; state: string }) {
  const t = useTranslations('guard.approvals.checks.certificate');
  const mark = useExpiryMark();
  if (certificates.length === 0) return t(`${state}_text`);
  return (
    <ul>
      {certificates.map(({ id, name, expired_at, covers }) => (
        <li key={id} className="break-words">
          <span className="text-ink">{name}</span>{' '}
          {t('line', { covers: String(covers), state: mark(expired_at).state, left: mark(expired_at).left })}
        </li>
      ))}
    </ul>
  );
}
