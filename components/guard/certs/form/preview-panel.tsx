'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useFormat } from '@/components/layout/preferences/use-format';
import { KeyValueList } from '@/components/ui/content/key-value-list';
import { State } from '@/components/ui/content/mark';
import { Panel } from '@/components/ui/content/panel';
import { NoPermission } from '@/components/ui/states/empty-state';
import type { CertFacts } from '@/lib/guard/certs/contract';
import { SM2, STANDARD } from '@/lib/guard/certs/vocabulary';
import { ChainList, CoveredNames } from '../cert-facts';
import { CertState } from '../cert-state';
import { CertType } from '../cert-type';
import type { Inspection } from './inspect';
import { PreviewNotes } from './preview-notes';
import { inspectionNeeds } from './use-inspection';

/** Whether the key given, or the one stored, is the one of the certificate. */
function KeyState({ found, keyGiven }: { found: Inspection; keyGiven: boolean }) {
  const t = useTranslations('guard.certs.preview');
  const wrong = (words: string) => (
    <State meaning="rejected" shape="crossed">
      {words}
    </State>
  );
  if (found.refusals.key) return wrong(t('key_wrong'));
  if (found.isPair) return <State meaning="approved">{t('key_right')}</State>;
  if (keyGiven) return <span className="text-ink-3">{t('key_open')}</span>;
  if (found.fitsStored === undefined) return <span className="text-ink-3">{t('key_missing')}</span>;
  return found.fitsStored ? <State meaning="approved">{t('key_stored')}</State> : wrong(t('key_stored_wrong'));
}

function Facts({ found, facts, keyState }: { found: Inspection; facts: CertFacts; keyState: ReactNode }) {
  const t = useTranslations('guard.certs');
  const format = useFormat();
  return (
    <>
      <PreviewNotes found={found} facts={facts} />
      <KeyValueList
        labelWidth={100}
        facts={[
          { label: t('fields.names'), value: <CoveredNames names={facts.names} /> },
          { label: t('fields.issuer'), value: facts.issuer },
          {
            label: t('fields.validity'),
            value: (
              <>
                <span className="tabular-nums">
                  {format.date(facts.not_before)} – {format.date(facts.expired_at)}
                </span>
                <br />
                <CertState expired_at={facts.expired_at} />
              </>
            ),
          },
          { label: t('fields.type'), value: <CertType type={facts.key_type === 'SM2' ? SM2 : STANDARD} /> },
          { label: t('fields.key_type'), value: facts.key_type },
          { label: t('form.key'), value: keyState },
          {
            label: t('fields.chain'),
            value: (
              <>
                <ChainList chain={facts.chain} />
                {facts.is_reordered ? <p className="mt-1.5 text-12 text-ink-3">{t('preview.reordered')}</p> : null}
              </>
            ),
          },
        ]}
      />
    </>
  );
}

/** What the pasted text says, before anything is stored. */
export function PreviewPanel({
  found,
  keyGiven,
  replaces,
  children,
}: {
  found: Inspection;
  keyGiven: boolean;
  /** The certificate that is to hold it, where it is a replacement. */
  replaces?: number;
  children?: ReactNode;
}) {
  const t = useTranslations('guard.certs.preview');
  const words: Partial<Record<Inspection['state'], string>> = {
    idle: t('idle'),
    looking: t('looking'),
    refused: t('refused'),
    failed: t('failed'),
  };
  if (found.state === 'forbidden') {
    return (
      <Panel title={t('title')} padded={false}>
        <NoPermission permission={inspectionNeeds(replaces)} />
      </Panel>
    );
  }
  return (
    <Panel title={t('title')} className="lg:sticky lg:top-3">
      <div aria-live="polite" aria-busy={found.state === 'looking'}>
        {found.cert ? (
          <Facts found={found} facts={found.cert} keyState={<KeyState found={found} keyGiven={keyGiven} />} />
        ) : (
          <p className="text-ink-3">{words[found.state]}</p>
        )}
        {found.sign_cert ? (
          <div className="mt-3 border-t border-line pt-3">
            <h3 className="mb-1.5 font-medium">{t('sign_title')}</h3>
            <KeyValueList
              labelWidth={100}
              facts={[
                { label: t('sign_issuer'), value: found.sign_cert.issuer },
                { label: t('sign_validity'), value: <CertState expired_at={found.sign_cert.expired_at} date /> },
                ...(found.isPair
                  ? [{ label: t('sign_key'), value: <State meaning="approved">{t('key_right')}</State> }]
                  : []),
              ]}
            />
          </div>
        ) : null}
      </div>
      {children}
    </Panel>
  );
}
