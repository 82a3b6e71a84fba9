'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMissingPermission } from '@/components/layout/account/can';
import { useSettled } from '@/components/ui/states/use-settled';
import { ApiError, call } from '@/lib/api/client';
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

/** A field of a draft, such as `matches.0.data`, and why the server takes no rule with it. */
export type Refused = { field: string; message: string };

function refusedBy(error: unknown): Refused | null {
  const field = error instanceof ApiError ? error.envelope.data?.field : undefined;
  return error instanceof ApiError && field !== undefined ? { field, message: error.message } : null;
}

/**
 * What a draft would have matched. `missing` is why nothing may be asked, `isAskable` that its conditions are complete,
 * and `refused` the field that has to be mended before there is an answer.
 */
export function useRulePreview(kind: 'cc' | 'acl', policy_id: string, rule: PreviewedRule) {
  const missing = useMissingPermission('analytics.event.list');
  const now = askable(kind, rule);
  const body = useSettled(now, PAUSE_MS);
  const preview = useQuery({
    queryKey: [rulePreview.read.path, policy_id, body],
    queryFn: ({ signal }) =>
      call(rulePreview.read, { params: { id: policy_id }, body: JSON.parse(body ?? '') }, signal),
    enabled: missing === null && body !== null,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const isBehind = now !== body || preview.isPlaceholderData;
  return { missing, preview, isAskable: now !== null, isBehind, refused: isBehind ? null : refusedBy(preview.error) };
}
