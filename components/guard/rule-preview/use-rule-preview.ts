'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSettled } from '@/components/ui/states/use-settled';
import { call } from '@/lib/api/client';
import { RulePreviewInput, rulePreview } from '@/lib/guard/rule-preview/contract';

/** Asked when the typing pauses. */
const PAUSE_MS = 600;
/** The day moves on slowly. */
const FRESH_MS = 60_000;

export type PreviewedRule = { matches: readonly unknown[]; limit?: unknown; action?: Record<string, unknown> };

/** What can be asked of a draft, as JSON: all of it, or without a limit that is not complete; null where its conditions are not. */
function askable(kind: 'cc' | 'acl', { matches, limit }: PreviewedRule): string | null {
  const bodies = [...(kind === 'cc' ? [{ kind, matches, limit }] : []), { kind, matches }];
  const body = bodies.find((one) => RulePreviewInput.safeParse(one).success);
  return body ? JSON.stringify(body) : null;
}

/** What a draft would have matched. `isAskable`: its conditions are complete. */
export function useRulePreview(kind: 'cc' | 'acl', policy_id: string, rule: PreviewedRule, isAllowed: boolean) {
  const now = askable(kind, rule);
  const body = useSettled(now, PAUSE_MS);
  const preview = useQuery({
    queryKey: [rulePreview.read.path, policy_id, body],
    queryFn: ({ signal }) =>
      call(rulePreview.read, { params: { id: policy_id }, body: JSON.parse(body ?? '') }, signal),
    enabled: isAllowed && body !== null,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    retry: false,
    refetchOnWindowFocus: false,
  });
  return { preview, isAskable: now !== null, isBehind: now !== body || preview.isPlaceholderData };
}
