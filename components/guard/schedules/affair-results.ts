import { z } from 'zod';
import type { ScheduleAffair } from '@/lib/guard/schedules/contract';
import { type AffairResult, RESULTS } from '@/lib/guard/schedules/vocabulary';
import { linesOf } from './affair-content';

const Result = z.object({
  name: z.string(),
  code: z.enum(RESULTS),
  answers: z.array(z.string()),
  said: z.string(),
  fault: z.string().optional(),
  detail: z.string().optional(),
});
const Results = z.object({ results: z.record(z.string(), Result) });

/** What affairs of before results were kept say in English. */
const SPOKEN: readonly (readonly [RegExp, AffairResult['code']])[] = [
  [/^(\S+): (.*) \(kept; no DNS is connected\)$/, 'kept'],
  [/^(\S+): the name server answers (.*) instead$/, 'differs'],
  [/^(\S+): (internal error)$/, 'internal'],
  [/^(\S+): ((?:A|AAAA|CNAME) .*|no records)$/, 'written'],
  [/^(\S+): (.*)$/, 'refused'],
];
const NONE = ['no records', 'nothing'];

function spoken(line: string): AffairResult {
  for (const [form, code] of SPOKEN) {
    const [, name, said = ''] = form.exec(line) ?? [];
    if (name === undefined) continue;
    const isSaid = code === 'refused' || code === 'internal';
    return { name, code, answers: isSaid || NONE.includes(said) ? [] : said.split(', '), said: isSaid ? said : '' };
  }
  return { name: '', code: 'refused', answers: [], said: line };
}

/** How it went with each domain of an affair, as far as that is known yet. */
export function resultsOf({ json_content, message }: ScheduleAffair): AffairResult[] {
  const kept = Results.safeParse(json_content);
  return kept.success ? Object.values(kept.data.results) : linesOf(message).map(spoken);
}
