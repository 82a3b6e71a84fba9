'use client';

import { useTranslations } from 'next-intl';
import { JsonView } from '@/components/form/json-view';
import type { RuleFault } from './json';
import type { useRuleJson } from './use-rule-json';

/** A rule as the JSON that is sent. */
export function RuleJson({ json }: { json: ReturnType<typeof useRuleJson> }) {
  const t = useTranslations('guard.rules.builder');
  const refusal = (fault: RuleFault | null) => {
    if (fault && 'shape' in fault) return t('shape', { path: fault.shape });
    if (fault && 'unknown' in fault) return t('unknown', { path: fault.unknown });
    return undefined;
  };
  const { text, fault, write } = json;
  return (
    <JsonView
      label={t('json')}
      hint={t('json_hint')}
      text={text}
      fault={fault && 'json' in fault ? fault.json : null}
      refusal={refusal(fault)}
      onChange={write}
    />
  );
}
