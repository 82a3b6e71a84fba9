'use client';

import { useTranslations } from 'next-intl';
import { useEndpointForm } from '@/components/form/use-endpoint-form';
import { useVersion } from '@/components/form/use-version';
import { ApiError, call } from '@/lib/api/client';
import { bodyOf, type KindSpec, type RuleValues, type StoredRule } from '../kind';

/**
 * The form of a new rule, or of `rule`, saved only while nobody changed it since it was read. `onRefused` hears of a
 * refusal of one field before it is shown there.
 */
export function useRuleEdit({
  spec,
  policy_id,
  rule,
  start,
  isPrefilled,
  onRefused,
  onClose,
}: {
  spec: KindSpec;
  policy_id: string;
  rule?: StoredRule;
  start: RuleValues;
  isPrefilled?: boolean;
  onRefused: () => void;
  onClose: () => void;
}) {
  const t = useTranslations(`guard.rules.${spec.kind}`);
  const { endpoints } = spec;
  const params = { id: policy_id, rid: String(rule?.rule_id ?? '') };
  const version = useVersion(rule, { read: () => call(endpoints.view, { params }), bodyOf });
  const send = async (body: RuleValues): Promise<StoredRule> => {
    try {
      return await version.save((utime) =>
        utime === undefined
          ? call(endpoints.create, { params, body })
          : call(endpoints.edit, { params, query: { utime: String(utime) }, body }),
      );
    } catch (error) {
      const field = error instanceof ApiError ? error.envelope.data?.field : undefined;
      if (field !== undefined && field !== 'utime') onRefused();
      throw error;
    }
  };
  const edit = useEndpointForm(rule ? endpoints.edit : endpoints.create, {
    params,
    defaultValues: start,
    isPrefilled,
    send,
    savedNotice: t(rule ? 'saved' : 'created'),
    onSaved: onClose,
  });
  return {
    ...edit,
    // What somebody else changed says it all.
    formError: version.met ? null : edit.formError,
    version,
  };
}
