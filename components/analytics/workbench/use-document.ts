'use client';

import { useDeferredValue, useMemo, useState } from 'react';
import type { ChartWindow } from '@/components/charts/result/contract';
import { lint, type Problem, validate } from '@/lib/analytics/charts/lint';
import type { Subject } from './entries';

/** A finding in a document; without a path it is about the whole of it. */
export type Finding = Omit<Problem, 'code'> & { code: Problem['code'] | 'not_json' };

type Read =
  | { isJson: true; raw: unknown; window?: ChartWindow; findings: Finding[] }
  | { isJson: false; findings: Finding[] };

const DAY = 86_400_000;

/** The window, unless the document has times that lie elsewhere: a pasted answer is one of another window. */
function windowOf(raw: unknown, window: Subject['window']): ChartWindow | undefined {
  const { result } = validate(raw);
  const time = result?.schema.dimensions.find(({ type }) => type === 'timestamp');
  if (!result || !time) return window;
  const unit = time.unit === 's' ? 1000 : 1;
  const isElsewhere = result.rows.some((row) => {
    const cell = row[time.name];
    return typeof cell === 'number' && (cell * unit < window.stime - DAY || cell * unit > window.etime + DAY);
  });
  return isElsewhere ? undefined : window;
}

/** What a text says, and what the contract has against it. */
export function readDocument(text: string | null, window: Subject['window'] | undefined): Read {
  if (text === null) return { isJson: true, raw: undefined, window, findings: [] };
  try {
    const raw: unknown = JSON.parse(text);
    const own = window && windowOf(raw, window);
    return { isJson: true, raw, window: own, findings: lint(raw, own) };
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    return { isJson: false, findings: [{ level: 'error', code: 'not_json', path: [], values: { message } }] };
  }
}

/** What is drawn: a node as answered, and the window of its batch. */
export type Shown = { raw: unknown; window?: ChartWindow };

/** The document while somebody types: what could be read last is drawn until the text can be read again. */
export function useDocument(key: string, subject: Subject | undefined): Shown & { findings: readonly Finding[] } {
  const text = useDeferredValue(subject?.text ?? null);
  const read = useMemo(() => readDocument(text, subject?.window), [text, subject?.window]);
  const [last, setLast] = useState<Shown & { key: string }>({ key, raw: undefined });
  if (read.isJson && (last.key !== key || last.raw !== read.raw)) setLast({ key, raw: read.raw, window: read.window });
  const shown: Shown = read.isJson ? read : last.key === key ? last : { raw: undefined };
  return { raw: shown.raw, window: shown.window, findings: read.findings };
}
