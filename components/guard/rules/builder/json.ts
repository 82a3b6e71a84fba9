import { fieldsOf } from '@/components/data-table/pages/url-state';
import { type JsonFault, readJson } from '@/components/form/json-text';
import type { KindSpec, RuleValues } from '../kind';
import { draftOf } from '../rule-link';

/** What stops a text from being a rule: it is no JSON, a value cannot be shown in the form, or the API has no such field. */
export type RuleFault = { json: JsonFault } | { shape: string } | { unknown: string };

/** A rule as the text of exactly what is sent. */
export const jsonOf = (values: RuleValues): string => JSON.stringify(values, null, 2);

/** The rule that a text is. Of its open objects every field is kept, known or not; the API refuses what is wrong in them. */
export function ruleOf(spec: KindSpec, text: string): { values: RuleValues } | { fault: RuleFault } {
  const read = readJson(text);
  if ('fault' in read) return { fault: { json: read.fault } };
  const known = fieldsOf(spec.endpoints.create.body);
  const unknown = Object.keys(read.value).find((name) => !Object.hasOwn(known, name));
  if (unknown !== undefined) return { fault: { unknown } };
  const found = draftOf(read.value);
  // A form needs something to show in every place that a rule has, however empty.
  return 'wrong' in found
    ? { fault: { shape: found.wrong } }
    : { values: { name: '', matches: [], action: {}, ...found.draft } as RuleValues };
}
