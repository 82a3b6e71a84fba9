'use client';

import { useTranslations } from 'next-intl';
import { type Control, useWatch } from 'react-hook-form';
import { curlOf } from '@/components/charts/export/curl';
import { useCoveringCerts } from '@/components/guard/certs/cert-picker';
import { PolicyName } from '@/components/guard/policies/policy-name';
import { CutMiddle } from '@/components/ui/content/cut-middle';
import { KeyValueList } from '@/components/ui/content/key-value-list';
import { Panel } from '@/components/ui/content/panel';
import { CopyButton } from '@/components/ui/controls/copy-button';
import { domains } from '@/lib/guard/domains/contract';
import { domainEntries, sortedOut } from './domain-entries';
import { bodiesOf, type NewDomains, type NewOrigin, repeatsOf } from './new-domains';
import { useEntered } from './use-entered';

const SHOWN = 12;

/** The domains as they will be written, after the pieces that are none: those are what somebody has to find. */
function Names({ pasted }: { pasted: string }) {
  const t = useTranslations('guard.domains.new');
  const entries = domainEntries(pasted);
  if (entries.length === 0) return <span className="text-ink-3">{t('nothing_yet')}</span>;
  const { domains: named, wrong } = sortedOut(entries);
  const wrongFirst = [
    ...wrong.map(({ text }) => ({ text, isWrong: true })),
    ...named.map((text) => ({ text, isWrong: false })),
  ];
  return (
    <ul>
      {wrongFirst.slice(0, SHOWN).map(({ text, isWrong }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same text may occur twice
        <li key={i} className={isWrong ? 'text-danger line-through' : 'font-medium'}>
          <CutMiddle text={text} />
        </li>
      ))}
      {wrongFirst.length > SHOWN ? <li>{t('and_more', { count: wrongFirst.length - SHOWN })}</li> : null}
    </ul>
  );
}

/** Watched values may lack what a row that is being removed had. */
function Origins({ origins }: { origins: readonly Partial<NewOrigin>[] }) {
  const t = useTranslations('guard.domains.new');
  const repeats = repeatsOf(origins);
  const shown = origins.filter(({ addr = '' }, i) => addr.trim() !== '' && repeats[i] === undefined);
  if (shown.length === 0) return <span className="text-ink-3">{t('nothing_yet')}</span>;
  return (
    <ul className="font-mono text-12 leading-5">
      {shown.map(({ addr = '', port, protocol, weight = 1 }) => (
        <li key={`${protocol} ${addr} ${port}`} className="break-all">
          {`${protocol}://${addr.includes(':') ? `[${addr.trim()}]` : addr.trim()}:${port ?? ''}`}
          {shown.length > 1 ? <span className="text-ink-3">{` × ${weight}`}</span> : null}
        </li>
      ))}
    </ul>
  );
}

/** The chosen certificates by name. */
function Certificates({ control }: { control: Control<NewDomains> }) {
  const t = useTranslations('guard.domains.new');
  const { certs } = useCoveringCerts(useEntered(control));
  const ids = useWatch({ control, name: 'cert_ids' });
  const chosen = certs.filter((cert) => ids?.includes(cert.id));
  if (chosen.length === 0) return <span className="text-ink-3">{t('no_certificate')}</span>;
  return chosen.map((cert) => <div key={cert.id}>{cert.name}</div>);
}

/** What pressing the button will create, and what happens then. */
export function ReviewPanel({ control }: { control: Control<NewDomains> }) {
  const t = useTranslations('guard.domains');
  const values = useWatch({ control }) as NewDomains;
  const [body] = bodiesOf(values);
  return (
    <Panel
      title={t('new.review')}
      actions={
        body ? (
          <CopyButton
            label={t('new.copy_curl')}
            text={() => curlOf(window.location.origin, domains.create.path, body)}
          />
        ) : null
      }
      className="lg:sticky lg:top-3"
    >
      <KeyValueList
        labelWidth={88}
        facts={[
          { key: 'domains', label: t('fields.domain'), value: <Names pasted={values.domains} /> },
          { key: 'origins', label: t('origin.title'), value: <Origins origins={values.src_sites} /> },
          { key: 'certificate', label: t('new.certificate'), value: <Certificates control={control} /> },
          {
            key: 'policy',
            label: t('fields.policy'),
            value: values.policy_id ? (
              <PolicyName policy_id={values.policy_id} />
            ) : (
              <span className="text-ink-3">{t('new.nothing_yet')}</span>
            ),
          },
        ]}
      />
      <p className="mt-3 border-t border-line pt-3 text-12 leading-(--lh-read) text-ink-2">{t('new.what_next')}</p>
    </Panel>
  );
}
