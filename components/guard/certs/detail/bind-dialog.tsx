'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { FormField } from '@/components/form/fields';
import { FormDialog } from '@/components/form/form-dialog';
import { useEndpointForm } from '@/components/form/use-endpoint-form';
import { DOMAINS_SEARCHED, useDomains } from '@/components/guard/domains/use-domains';
import { useFormat } from '@/components/layout/preferences/use-format';
import { Combobox } from '@/components/ui/controls/combobox';
import { query } from '@/lib/api/client';
import { type Cert, type CertDomain, certs } from '@/lib/guard/certs/contract';
import { covers } from '@/lib/guard/certs/coverage';
import { domains } from '@/lib/guard/domains/contract';
import { CoveredNames } from '../cert-facts';

/** The domains a certificate covers and is not bound to yet; undefined while they are not known. */
function useCoveredDomains(cert: Cert, bound: readonly CertDomain[]) {
  const found = useDomains();
  const { data } = useQuery(query(certs.facts, { params: { id: String(cert.id) } }));
  const names = data?.cert.names;
  const taken = new Set(bound.map((each) => each.domain_id));
  const covered =
    names && found.domains?.filter(({ domain, domain_id }) => !taken.has(domain_id) && covers(names, domain));
  return { ...found, names, covered };
}

/** Binds a certificate to one more domain, of those it covers. */
export function BindDialog({
  cert,
  bound,
  onClose,
}: {
  cert: Cert;
  bound: readonly CertDomain[];
  onClose: () => void;
}) {
  const t = useTranslations('guard.certs.bind');
  const domain = useTranslations('guard.domains');
  const format = useFormat();
  const { covered, names, isWhole, isAllowed } = useCoveredDomains(cert, bound);
  const edit = useEndpointForm(certs.bind, {
    params: { id: String(cert.id) },
    defaultValues: { domain_id: '' },
    invalidates: [domains.list.path],
    savedNotice: t('done'),
    onSaved: onClose,
  });
  const hint = () => {
    if (!isAllowed) return t('not_allowed');
    if (!covered) return t('looking');
    if (covered.length === 0) return t('none');
    return isWhole ? t('hint') : t('cut', { count: format.number(DOMAINS_SEARCHED) });
  };
  return (
    <FormDialog open onClose={onClose} title={t('title')} submitLabel={t('action')} edit={edit}>
      <FormField form={edit.form} name="domain_id" label={domain('fields.domain')} hint={hint()}>
        {({ value, set, aria }) => (
          <Combobox
            {...aria}
            value={String(value)}
            onChange={set}
            disabled={!covered?.length}
            placeholder={t('choose')}
            options={(covered ?? []).map((each) => ({
              value: each.domain_id,
              label: each.domain,
              hint: each.asset_name || undefined,
            }))}
          />
        )}
      </FormField>
      <div>
        <div className="mb-[5px] text-12 text-ink-3">{t('covers')}</div>
        {names ? <CoveredNames names={names} /> : null}
      </div>
    </FormDialog>
  );
}
