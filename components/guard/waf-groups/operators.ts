import type { WafRule } from '@/lib/guard/waf-groups/contract';
import { PATTERN_TYPES } from '@/lib/guard/waf-groups/vocabulary';

/** How a sub-rule compares, and whether it matches where that is not so: one choice for people. */
type Comparison = Pick<WafRule, 'pattern_type' | 'is_not'>;

/** Key of its words. */
export const operatorOf = ({ pattern_type, is_not }: Comparison): string => `${is_not ? 'not_' : ''}${pattern_type}`;

const COMPARISONS: readonly Comparison[] = [false, true].flatMap((is_not) =>
  Object.keys(PATTERN_TYPES).map((type) => ({ pattern_type: Number(type), is_not })),
);

export const OPERATORS: readonly string[] = COMPARISONS.map(operatorOf);

/** What an operator of the list stands for. */
export const comparisonOf = (operator: string): Comparison | undefined =>
  COMPARISONS.find((one) => operatorOf(one) === operator);
