'use client';

import { useTranslations } from 'next-intl';
import { useFormat, useNow } from '@/components/layout/preferences/use-format';
import type { Meaning } from '@/components/ui/content/meaning';
import { Note } from '@/components/ui/states/note';
import type { CertFacts } from '@/lib/guard/certs/contract';
import type { Inspection } from './inspect';

type Warning = 'expired' | 'early' | 'self_signed' | 'alone' | 'sign_missing';

const MEANINGS: Record<Warning, Meaning> = {
  expired: 'rejected',
  early: 'pending',
  self_signed: 'pending',
  alone: 'pending',
  sign_missing: 'pending',
};

/** What a visitor's browser will object to, at `now` (Unix milliseconds). */
function warningsOf({ cert, sign_cert }: Inspection, now: number): Warning[] {
  if (!cert) return [];
  const [leaf, issuer] = cert.chain;
  const isSelfSigned = leaf !== undefined && leaf.subject === leaf.issuer;
  const found: [Warning, boolean][] = [
    ['expired', cert.expired_at <= now],
    ['early', cert.not_before > now],
    ['self_signed', isSelfSigned],
    ['alone', !isSelfSigned && issuer === undefined],
    ['sign_missing', cert.key_type === 'SM2' && sign_cert === undefined],
  ];
  return found.filter(([, isSo]) => isSo).map(([warning]) => warning);
}

/** What should be known before the certificate is stored, none of which keeps it from being so. */
export function PreviewNotes({ found, facts }: { found: Inspection; facts: CertFacts }) {
  const t = useTranslations('guard.certs.preview.notes');
  const format = useFormat();
  const warnings = warningsOf(found, useNow());
  const times = { begins: format.date(facts.not_before), ended: format.date(facts.expired_at) };
  return warnings.map((warning) => (
    <Note key={warning} meaning={MEANINGS[warning]} className="mb-3" title={t(`${warning}.title`, times)}>
      {t(`${warning}.text`, times)}
    </Note>
  ));
}
