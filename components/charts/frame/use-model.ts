'use client';

import { useMemo } from 'react';
import { type Problem, validate } from '@/lib/analytics/charts/lint';
import type { ChartContext, ChartModel } from '../prepare/model';
import { prepare } from '../prepare/prepare-chart';
import type { BatchChartResult } from '../result/contract';

export type Read =
  | { state: 'waiting' }
  | { state: 'failed'; message: string }
  | { state: 'broken'; problems: Problem[] }
  | { state: 'unavailable'; reason: string | undefined }
  | { state: 'ready'; result: BatchChartResult; model: ChartModel };

/** What an answered node is: a picture, a failure of its own, a breach of the contract, a source that is off. */
export function readNode(raw: unknown, context: ChartContext): Read {
  if (raw === undefined) return { state: 'waiting' };
  const { result, problems } = validate(raw);
  if (!result) return { state: 'broken', problems };
  if (result.meta.error) return { state: 'failed', message: result.meta.error.message };
  if (result.meta.available === false) return { state: 'unavailable', reason: result.meta.reason };
  return { state: 'ready', result, model: prepare(result, context, problems) };
}

export function useModel(raw: unknown, context: ChartContext): Read {
  return useMemo(() => readNode(raw, context), [raw, context]);
}
