'use client';

import { useTranslations } from 'next-intl';
import { useWord } from '@/components/audit/word';
import { CheckboxField, NumberField } from '@/components/form/fields';
import { FormPage } from '@/components/form/form-page';
import { useEndpointForm } from '@/components/form/use-endpoint-form';
import { useFormat } from '@/components/layout/preferences/use-format';
import { KeyValueList } from '@/components/ui/content/key-value-list';
import { type DnsConfig, dnsConfig } from '@/lib/guard/dns-config/contract';
import { DISABLE, ENABLE } from '@/lib/guard/domains/vocabulary';

const SWITCHED = { on: ENABLE, off: DISABLE };

/** Thresholds that only the operator sets, to read the settings above by. */
function Thresholds({ config }: { config: DnsConfig }) {
  const t = useTranslations('guard.dns-config');
  const word = useWord();
  const format = useFormat();
  return (
    <div className="border-t border-line pt-3.5">
      <h3 className="mb-1.5 font-medium">{t('thresholds')}</h3>
      <KeyValueList
        labelWidth={160}
        facts={[
          { label: t('fields.auto_switch'), value: word('words.switch', config.auto_switch) },
          { label: t('fields.total_count'), value: format.number(config.total_count) },
          { label: t('fields.ava_ratio'), value: format.percent(config.ava_ratio * 100, 0) },
          { label: t('fields.max_count'), value: format.number(config.max_count) },
        ]}
      />
    </div>
  );
}

/** How DNS scheduling switches a domain between its nodes and its origins. */
export function DnsConfigForm({ domain_id, config }: { domain_id: string; config: DnsConfig }) {
  const t = useTranslations('guard.dns-config');
  const { auto_switch_case, auto_return_source, src_ipv6_check, default_ipv6_check } = config;
  const edit = useEndpointForm(dnsConfig.edit, {
    params: { id: domain_id },
    defaultValues: { auto_switch_case, auto_return_source, src_ipv6_check, default_ipv6_check },
    savedNotice: t('saved'),
  });
  const { form } = edit;
  return (
    <FormPage edit={edit} submitLabel={t('save')}>
      <NumberField
        form={form}
        name="auto_switch_case"
        label={t('fields.auto_switch_case')}
        hint={t('hints.auto_switch_case')}
        className="[&_input]:max-w-60"
      />
      <CheckboxField
        form={form}
        name="auto_return_source"
        label={t('fields.auto_return_source')}
        hint={t('hints.auto_return_source')}
        values={SWITCHED}
      />
      <CheckboxField
        form={form}
        name="src_ipv6_check"
        label={t('fields.src_ipv6_check')}
        hint={t('hints.ipv6')}
        values={SWITCHED}
      />
      <CheckboxField
        form={form}
        name="default_ipv6_check"
        label={t('fields.default_ipv6_check')}
        hint={t('hints.ipv6')}
        values={SWITCHED}
      />
      <Thresholds config={config} />
    </FormPage>
  );
}
