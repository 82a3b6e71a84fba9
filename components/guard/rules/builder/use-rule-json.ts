'use client';

import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useDirtyGuard } from '@/components/layout/page/dirty-guard';
import type { KindSpec, RuleValues } from '../kind';
import { jsonOf, type RuleFault, ruleOf } from './json';

/** The rule of a form as JSON: both say the same, unless the text is no rule, which then stays as it was typed. */
export function useRuleJson(spec: KindSpec, form: UseFormReturn<RuleValues>) {
  const [typed, setTyped] = useState<string | null>(null);
  const [fault, setFault] = useState<RuleFault | null>(null);
  useDirtyGuard(fault !== null);
  return {
    text: typed ?? jsonOf(form.getValues()),
    fault,
    write: (text: string) => {
      const read = ruleOf(spec, text);
      setTyped(text);
      setFault('fault' in read ? read.fault : null);
      if ('values' in read) form.reset(read.values, { keepDefaultValues: true });
    },
    /** Shows the form's rule again, as it is printed. */
    follow: () => {
      setTyped(null);
      setFault(null);
    },
  };
}
