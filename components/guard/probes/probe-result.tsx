'use client';

import { useTranslations } from 'next-intl';
import { useWord } from '@/components/audit/word';
import { useExpiryMark } from '@/components/guard/certs/cert-state';
import { Ago } from '@/components/layout/preferences/time';
import { useFormat } from '@/components/layout/preferences/use-format';
import { type MarkShape, State } from '@/components/ui/content/mark';
import type { Meaning } from '@/components/ui/content/meaning';
import type { Probed, Verdict } from '@/lib/guard/probes/contract';
import { useReasonWords } from './reason-words';

const MARKS: Record<Verdict, { meaning: Meaning; shape: MarkShape }> = {
  ok: { meaning: 'approved', shape: 'full' },
  slow: { meaning: 'pending', shape: 'half' },
  cert_warn: { meaning: 'pending', shape: 'half' },
  http_error: { meaning: 'rejected', shape: 'crossed' },
  unreachable: { meaning: 'rejected', shape: 'crossed' },
};

/** The steps of a precheck in words: connection, certificate, answer; nothing of a step that was not tried. */
function useSteps({ tcp, tls, http }: Probed): string[] {
  const t = useTranslations('guard.probes');
  const word = useWord();
  const format = useFormat();
  const expiry = useExpiryMark();
  const certificate = () => {
    if (tls.status === 'skipped') return '';
    const state = word('words.probe_tls', tls.status);
    return tls.not_after > 0
      ? t('until', { state, date: format.date(tls.not_after), left: expiry(tls.not_after).left })
      : state;
  };
  const reason = useReasonWords();
  return [
    tcp.ok ? t('tcp_ok', { ms: tcp.latency_ms }) : t('tcp_failed', { error: reason(tcp.error) }),
    certificate(),
    http.status_code > 0
      ? t('http_code', { code: String(http.status_code), ms: http.latency_ms })
      : http.error
        ? t('http_failed', { error: reason(http.error) })
        : '',
  ].filter((step) => step !== '');
}

/** What a precheck found: the verdict, what it rests on, and when. */
export function ProbeResult({ result }: { result: Probed }) {
  const word = useWord();
  const steps = useSteps(result);
  const { meaning, shape } = MARKS[result.verdict];
  return (
    <span className="flex min-w-0 flex-col">
      <span className="flex flex-wrap items-baseline gap-x-1.5">
        <State meaning={meaning} shape={shape}>
          {word('words.probe_verdict', result.verdict)}
        </State>
        <span className="text-12 text-ink-3">
          <Ago value={result.checked_at} />
        </span>
      </span>
      <span className="text-12 text-ink-2">{steps.join(' · ')}</span>
    </span>
  );
}
