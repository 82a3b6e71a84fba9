'use client';

import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { useFrequent } from '@/components/analytics/events/use-frequent';
import { COUNTRIES, countryName } from '@/components/charts/result/geo-codes';
import { Combobox } from '@/components/ui/controls/combobox';
import type { FieldAria } from '@/components/ui/controls/field';
import { Input } from '@/components/ui/controls/input';
import type { SelectOption } from '@/components/ui/controls/select';
import {
  type FieldName,
  fieldOf,
  isList,
  listed,
  type Operator,
  USUAL_METHODS,
  type ValueKind,
} from '@/lib/guard/rules/vocabulary';
import type { Locale } from '@/lib/i18n/locales';
import { useRuleWords } from '../words/use-rule-words';
import { ValueList } from './value-list';

type ValueProps = {
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  aria: FieldAria;
};

/** What a value of a field may be like. */
const EXAMPLES: Readonly<Partial<Record<FieldName, string>>> = {
  uri: '/search?q=',
  path: '/login',
  query: 'debug=1',
  host: 'www.example.com',
  ip: '203.0.113.0/24, 2001:db8::/32',
  asn: '64496',
  user_agent: 'curl/',
  referer: 'https://www.example.com/',
  body: '<script',
  content_length: '1048576',
};
/** Of fields that a person knows from their own requests, the column that ranks them. */
const RANKED: Readonly<Partial<Record<FieldName, 'path' | 'host'>>> = { uri: 'path', path: 'path', host: 'host' };

function optionsOf(kind: ValueKind, locale: Locale, data: string): SelectOption<string>[] | null {
  if (kind === 'country') {
    const options = COUNTRIES.map((value) => ({ value, label: countryName(value, locale), hint: value }));
    return options.sort((a, b) => a.label.localeCompare(b.label, locale));
  }
  if (kind !== 'method') return null;
  // What the rule names already stays to be seen, however unusual.
  const values = new Set([...USUAL_METHODS, ...listed(data).filter((one) => one !== '')]);
  return [...values].map((value) => ({ value, label: value }));
}

/** A text, with what is frequent in the reader's own traffic to choose from. */
function TextValue({ field, kind, value, onChange, onBlur, aria }: ValueProps & { field: FieldName; kind: ValueKind }) {
  const id = useId();
  const frequent = useFrequent(RANKED[field], {});
  return (
    <>
      <Input
        {...aria}
        mono
        list={frequent.length > 0 ? id : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={EXAMPLES[field]}
        inputMode={kind === 'integer' ? 'numeric' : undefined}
        value={value}
        onBlur={onBlur}
        onChange={(event) => onChange(event.target.value)}
      />
      {frequent.length > 0 ? (
        <datalist id={id}>
          {frequent.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      ) : null}
    </>
  );
}

/** What a condition compares with, in the control that suits it: countries and methods are chosen by name. */
export function ConditionValue({ field, op, ...control }: ValueProps & { field: string; op: Operator }) {
  const t = useTranslations('guard.rules.builder');
  const { locale } = useRuleWords();
  const kind = fieldOf(field)?.value ?? 'text';
  const options = optionsOf(kind, locale, control.value);
  const what = kind === 'country' ? 'country' : 'method';
  if (!options) return <TextValue {...control} field={field.split(':', 1)[0] as FieldName} kind={kind} />;
  if (isList(op)) return <ValueList {...control} options={options} placeholder={t(`add_${what}`)} />;
  const { aria, ...chosen } = control;
  return <Combobox<string> {...aria} {...chosen} options={options} placeholder={t(`choose_${what}`)} />;
}
