import type { Match } from './contract';
import { ENABLED } from './vocabulary';

/** What every kind of rule is. */
export type Rule = {
  rule_id: number;
  name: string;
  describe: string;
  matches: Match[];
  status: number;
  ctime: number;
  utime: number;
};

/**
 * Rules of a policy, newest first, as nodes enforce them: the enabled ones, in the order in which they were made, without
 * what concerns people alone.
 */
export const enforced = <R extends Rule>(rules: readonly R[]) =>
  rules
    .filter((rule) => rule.status === ENABLED)
    .reverse()
    .map(({ describe, status, ctime, utime, ...rest }) => rest);

/** What a rule is found by: its own words, as people write them and whatever form they are stored in. */
export const searchedTexts = ({ name, describe, matches }: Pick<Rule, 'name' | 'describe' | 'matches'>): string[] => [
  name,
  describe,
  ...matches.flatMap(({ field, data }) => [field, data]),
];
