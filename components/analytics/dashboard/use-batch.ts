'use client';

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { ChartState } from '@/components/charts/frame/chart';
import type { PageName } from '@/lib/analytics/charts/contract';
import { analytics, type BatchAnswer } from '@/lib/analytics/query/contract';
import { call } from '@/lib/api/client';
import { chunksOf } from './chunks';
import { type DashboardState, REFRESHES, windowBody } from './range';

type BatchMeta = BatchAnswer['meta'];
type Answer = {
  nodes: Readonly<Record<string, unknown>>;
  /** Charts whose request failed as a whole. */
  errors: Readonly<Record<string, unknown>>;
  meta: BatchMeta;
  answeredAt: number;
};

export type BatchBody = ReturnType<typeof bodyOf>;

/** The request for some charts of a page in the state of its dashboard. */
export function bodyOf(page: PageName, state: DashboardState, keys: readonly string[]) {
  return {
    page,
    ...windowBody(state),
    ...(state.domain_id ? { domain_id: state.domain_id } : {}),
    compare: state.compare,
    ...(state.filters.length > 0 ? { filters: state.filters } : {}),
    charts: keys.map((key) => ({ key })),
  };
}

/** One answer of all requests of a page; only when every one of them failed is it a failure. */
async function ask(
  page: PageName,
  state: DashboardState,
  keys: readonly string[],
  signal: AbortSignal,
): Promise<Answer> {
  const chunks = chunksOf(keys);
  const settled = await Promise.allSettled(
    chunks.map((chunk) => call(analytics.batch, { body: bodyOf(page, state, chunk) }, signal)),
  );
  const answers = settled.flatMap((s) => (s.status === 'fulfilled' ? [s.value] : []));
  const [first] = answers;
  const refused = settled.find((s) => s.status === 'rejected');
  if (!first) throw refused?.reason;
  const errors = settled.flatMap((s, i) =>
    s.status === 'rejected' ? (chunks[i] ?? []).map((k) => [k, s.reason]) : [],
  );
  const sum = (of: (meta: BatchMeta) => number) => answers.reduce((total, a) => total + of(a.meta), 0);
  return {
    nodes: Object.assign({}, ...answers.map((a) => a.data)),
    errors: Object.fromEntries(errors),
    meta: {
      ...first.meta,
      elapsed_ms: Math.max(...answers.map((a) => a.meta.elapsed_ms)),
      cache_hit_ratio: sum((m) => m.cache_hit_ratio) / answers.length,
      total_charts: sum((m) => m.total_charts),
      failed_charts: sum((m) => m.failed_charts) + errors.length,
    },
    answeredAt: Date.now(),
  };
}

/** The charts of a page, asked for together, kept while they are asked for again, retried one by one. */
export function useBatch(page: PageName, keys: readonly string[], state: DashboardState, isEnabled = true) {
  const queries = useQueryClient();
  const queryKey = useMemo(() => {
    const { refresh: _, ...asked } = state;
    return [analytics.batch.path, page, asked, keys] as const;
  }, [page, state, keys]);
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => ask(page, state, keys, signal),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    refetchInterval: REFRESHES[state.refresh] * 1000 || false,
    staleTime: 15_000,
  });
  const { retrying, retry } = useRetry(async (key) => {
    const answer = await call(analytics.batch, { body: bodyOf(page, state, [key]) });
    queries.setQueryData<Answer>(queryKey, (known) => known && withNode(known, key, answer.data[key]));
  });
  const { data, error } = query;
  const stateOf = useCallback(
    (key: string): ChartState => ({
      raw: data?.nodes[key],
      error: data?.errors[key] ?? (error || undefined),
      isFetching: query.isFetching || retrying.has(key),
      updatedAt: data?.answeredAt ?? 0,
      window: data?.meta.window,
    }),
    [data, error, query.isFetching, retrying],
  );
  return { ...query, stateOf, retry };
}

function withNode(known: Answer, key: string, node: unknown): Answer {
  const errors = Object.fromEntries(Object.entries(known.errors).filter(([k]) => k !== key));
  const nodes = { ...known.nodes, [key]: node };
  const failed = Object.values(nodes).filter(isFailed).length + Object.keys(errors).length;
  return { ...known, nodes, errors, meta: { ...known.meta, failed_charts: failed } };
}

const isFailed = (node: unknown): boolean =>
  typeof node === 'object' && node !== null && 'meta' in node && (node.meta as { error?: unknown }).error !== undefined;

/** Charts being asked for once more, each alone; a second failure leaves what was there. */
function useRetry(run: (key: string) => Promise<void>) {
  const [retrying, setRetrying] = useState<ReadonlySet<string>>(new Set());
  const retry = async (key: string) => {
    setRetrying((known) => new Set(known).add(key));
    await run(key).catch(() => undefined);
    setRetrying((known) => new Set([...known].filter((k) => k !== key)));
  };
  return { retrying, retry };
}
