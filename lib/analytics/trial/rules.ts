import type { Declaration, TrialMeasure } from './contract';
import { LISTED, RANKED } from './vocabulary';

/** Longer answers are no chart: their values are ranked. */
const MAX_ROWS = 10_000;

/** The most values of a dimension: buckets of fourteen days by the hour, names of an enum, countries. */
const MOST_VALUES: Readonly<Record<(typeof LISTED)[number], number>> = {
  time: 337,
  action: 5,
  attack_class: 18,
  status_class: 6,
  cache_status: 8,
  ua_class: 7,
  country: 250,
};

/** Two words at least: one alone may be a word of the engine's language. */
const OWN_NAME = /^[a-z][a-z0-9]*(_[a-z0-9]+)+$/;

type Rule = 'figure_name' | 'named_twice' | 'percentiles_alone' | 'rank_names' | 'no_ranked_time' | 'too_many_rows';

/** A rule between parts of a declaration that does not hold, and the part to change. */
type Broken = { rule: Rule; field: string };

const nameOf = (measure: TrialMeasure) => (typeof measure === 'string' ? measure : measure.name);
const isPercentile = (measure: TrialMeasure) => /^p\d\d$/.test(nameOf(measure));
const isRanked = (name: string) => (RANKED as readonly string[]).includes(name);

/** The first rule that a declaration breaks; texts are the messages `analytics.trial.rules`. */
export function brokenRule({ dimensions, measures, ranked }: Declaration): Broken | undefined {
  const odd = measures.findIndex((one) => typeof one !== 'string' && !OWN_NAME.test(one.name));
  if (odd >= 0) return { rule: 'figure_name', field: `measures.${odd}.name` };
  const names = [...dimensions, ...measures.map(nameOf)];
  const twice = names.findIndex((name, i) => names.indexOf(name) < i);
  if (twice >= dimensions.length) return { rule: 'named_twice', field: `measures.${twice - dimensions.length}` };
  if (twice >= 0) return { rule: 'named_twice', field: `dimensions.${twice}` };
  if (measures.some(isPercentile) && !measures.every(isPercentile)) {
    return { rule: 'percentiles_alone', field: 'measures' };
  }
  if (dimensions.some(isRanked) && !ranked) return { rule: 'rank_names', field: 'ranked' };
  if (ranked && dimensions.includes('time')) return { rule: 'no_ranked_time', field: 'ranked' };
  const rows = LISTED.filter((one) => dimensions.includes(one)).reduce((all, one) => all * MOST_VALUES[one], 1);
  return !ranked && rows > MAX_ROWS ? { rule: 'too_many_rows', field: 'dimensions' } : undefined;
}
