'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useInvalidate } from '@/components/form/use-invalidate';
import { useErrorText } from '@/components/ui/error-state';
import { notify } from '@/components/ui/toast';
import { call } from '@/lib/api/client';
import { type BruteForceRule, bruteForce } from '@/lib/guard/brute-force/contract';
import { rulesQuery } from './use-rules';

/** Switches a rule at once on screen, and back with the server's reason where it is refused. */
export function useRuleToggle(domain_id: string): (rule: BruteForceRule) => Promise<void> {
  const t = useTranslations('guard.brute-force');
  const errorText = useErrorText();
  const queries = useQueryClient();
  const invalidate = useInvalidate();
  const { queryKey } = rulesQuery(domain_id);
  return async ({ id, name, status }) => {
    await queries.cancelQueries({ queryKey });
    const before = queries.getQueryData(queryKey);
    queries.setQueryData(
      queryKey,
      (data) => data && { list: data.list.map((rule) => (rule.id === id ? { ...rule, status: !status } : rule)) },
    );
    try {
      await call(bruteForce.edit, { params: { id: domain_id, rule_id: String(id) }, body: { status: !status } });
      notify({ kind: 'done', title: t(status ? 'switched_off' : 'switched_on', { name }) });
    } catch (error) {
      queries.setQueryData(queryKey, before);
      notify({ kind: 'failed', title: t(status ? 'stays_on' : 'stays_off', { name }), description: errorText(error) });
    } finally {
      await invalidate(bruteForce.edit);
    }
  };
}
