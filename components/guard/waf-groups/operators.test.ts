import { expect, it } from 'vitest';
import { comparisonOf, OPERATORS, operatorOf } from './operators';

it('each way of comparing and its contrary is one operator, and back', () => {
  expect(OPERATORS).toHaveLength(10);
  expect(OPERATORS[0]).toBe('1');
  for (const operator of OPERATORS) expect(operatorOf(comparisonOf(operator) ?? expect.fail(operator))).toBe(operator);
  expect(comparisonOf('not_5')).toEqual({ pattern_type: 5, is_not: true });
  expect(comparisonOf('6')).toBeUndefined();
});
