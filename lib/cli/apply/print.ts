import { json, visible } from '../client/output';
import type { Difference, Plan, Step } from './plan';
import type { ApplySay } from './texts';

/** Characters of a value in a plan; the rest is in the files. */
const VALUE = 160;

const SIGNS = { create: '+', change: '~', replace: '±', serve: '~', addresses: '~', delete: '-' } as const;

/** An object as people know it: `policy shop, cc_rule login`. */
export const nameOf = ({ kind, key, of }: Pick<Step, 'kind' | 'key' | 'of'>) =>
  visible(of ? `${of.kind} ${of.key}, ${kind} ${key}` : `${kind} ${key}`);

/** A step in one line. */
export const lineOf = (step: Step) => `${SIGNS[step.do]} ${nameOf(step)}`;

/** A plan as people read it: what is done to which object, and each field before and after. */
export function planText({ steps, left }: Plan, say: ApplySay): string {
  const lines = steps.flatMap((step) => [lineOf(step), ...detailsOf(step, say).map((line) => `    ${line}`)]);
  const count = (verb: Step['do']) => steps.filter((step) => step.do === verb).length;
  const totals = say('totals', {
    create: count('create'),
    change: count('change') + count('serve') + count('addresses'),
    replace: count('replace'),
    delete: count('delete'),
  });
  const kept = left.length > 0 ? [say('left', { name: namesOf(left, say) })] : [];
  return [...lines, ...kept, steps.length > 0 ? totals : say('nothing')].join('\n');
}

/** Objects that are named at most; the rest is counted. */
const NAMED = 10;

function namesOf(entries: Plan['left'], say: ApplySay): string {
  const names = entries.slice(0, NAMED).map(nameOf);
  const more = entries.length - names.length;
  return [...names, ...(more > 0 ? [say('more', { count: more })] : [])].join('; ');
}

function detailsOf(step: Step, say: ApplySay): string[] {
  if (step.do === 'change' || step.do === 'serve') return step.differences.map(lineOfDifference);
  if (step.do === 'replace') {
    const isOrder = step.kind === 'cc_rule' || step.kind === 'acl_rule';
    return [say(isOrder ? 'again' : 'anew'), ...step.differences.map(lineOfDifference)];
  }
  if (step.do !== 'addresses') return [];
  const { add, remove, enable, disable } = step.change;
  const counts = { add: add.length, remove: remove.length, enable: enable.length, disable: disable.length };
  const marked = [...add.map(([address]) => `+ ${address}`), ...remove.map((address) => `- ${address}`)];
  const more = marked.length > NAMED ? [say('more', { count: marked.length - NAMED })] : [];
  return [say('addresses', counts), ...marked.slice(0, NAMED), ...more];
}

const lineOfDifference = ({ field, before, after }: Difference) =>
  `${visible(field)}: ${valueText(before)} → ${valueText(after)}`;

function valueText(value: unknown): string {
  if (value === undefined) return '-';
  const text = json(value).replace(/\n */g, ' ');
  return text.length > VALUE ? `${text.slice(0, VALUE)}…` : text;
}
