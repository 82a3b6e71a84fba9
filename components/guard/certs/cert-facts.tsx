'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useFormat, useNow } from '@/components/layout/preferences/use-format';
import { Tag } from '@/components/ui/content/tag';
import type { CertFacts } from '@/lib/guard/certs/contract';
import { CertState } from './cert-state';
import { expiryOf } from './expiry';

/** More names than these are listed when asked for. */
const LISTED = 8;

/** The names a certificate is for; `*.` represents one label. */
export function CoveredNames({ names }: { names: readonly string[] }) {
  const t = useTranslations('guard.certs');
  const format = useFormat();
  const [isAsked, setAsked] = useState(false);
  const isWhole = isAsked || names.length <= LISTED + 1;
  if (names.length === 0) return <span className="text-ink-3">{t('no_names')}</span>;
  const listed = isWhole ? names : names.slice(0, LISTED);
  return (
    <ul className="flex flex-wrap gap-1">
      {listed.map((name) => (
        <li key={name} className="min-w-0">
          <Tag mono>{name}</Tag>
        </li>
      ))}
      {isWhole ? null : (
        <li>
          <button type="button" className="link min-h-6 text-12" onClick={() => setAsked(true)}>
            {t('all_names', { count: format.number(names.length) })}
          </button>
        </li>
      )}
    </ul>
  );
}

/** The chain, leaf first, each followed by its issuer; what ends soon or has ended says so. */
export function ChainList({ chain }: { chain: CertFacts['chain'] }) {
  const t = useTranslations('guard.certs.chain');
  const now = useNow();
  return (
    <ol className="flex flex-col gap-2">
      {chain.map((link, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a chain is known by its order
        <li key={i} className="grid grid-cols-[20px_minmax(0,1fr)] gap-x-1">
          <span className="text-ink-3 tabular-nums">{i + 1}</span>
          <div className="min-w-0">
            <div className="font-medium break-words">{link.subject}</div>
            <div className="text-12 text-ink-2 break-words">
              {link.subject === link.issuer ? t('self') : t('issued_by', { issuer: link.issuer })}
            </div>
            {i === 0 || expiryOf(link.expired_at, now).state === 'ok' ? null : (
              <CertState expired_at={link.expired_at} date />
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
