import type { z } from 'zod';

type Translate = (key: string, values?: Record<string, string | number>) => string;

type Raw = z.core.$ZodRawIssue;

type Found = { key: string; values?: Record<string, string | number> };

/**
 * The text of a validation issue, from the `validation` messages. Passed per parse, because zod's own locale is
 * global to the process.
 */
export function zodMessage(issue: Raw, t: Translate): string {
  const { key, values } = keyOf(issue);
  return t(`validation.${key}`, values);
}

/** Which validation text an issue gets. The issue must carry its input. */
export function zodMessageKey(issue: z.core.$ZodIssue): string {
  return keyOf(issue as Raw).key;
}

const TOO_BIG: Record<string, string> = { array: 'too_many', string: 'too_long' };

/** A text that needs one character is simply required. */
function tooSmall(origin: string, minimum: number | bigint): string {
  if (origin === 'string') return Number(minimum) === 1 ? 'required' : 'too_short';
  return origin === 'array' ? 'too_few' : 'too_small';
}

/** What was typed in place of a number is for people, what a program sent in place of another type for its author. */
function wrongType({ expected, input }: { expected: string; input?: unknown }): Found {
  if (expected === 'int' && typeof input === 'number' && Number.isFinite(input)) return { key: 'not_integer' };
  if (NUMBERS.includes(expected)) return { key: 'not_number' };
  return { key: 'invalid_type', values: { expected } };
}

const NUMBERS = ['int', 'number'];

/** A text that may be empty or an address is neither. */
const isOfMail = (issue: z.core.$ZodIssue): boolean => issue.code === 'invalid_format' && issue.format === 'email';

function keyOf(issue: Raw): Found {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? { key: 'required' } : wrongType(issue);
    case 'too_small':
      return { key: tooSmall(issue.origin, issue.minimum), values: { min: Number(issue.minimum) } };
    case 'too_big':
      return { key: TOO_BIG[issue.origin] ?? 'too_big', values: { max: Number(issue.maximum) } };
    case 'invalid_value':
      return { key: 'not_one_of', values: { values: issue.values.join(', ') } };
    case 'unrecognized_keys':
      return { key: 'unknown_key', values: { keys: issue.keys.join(', ') } };
    case 'invalid_union':
      return { key: issue.errors.flat().some(isOfMail) ? 'email' : 'invalid_format' };
    case 'custom': {
      const { key = 'invalid_format', ...values } = (issue.params ?? {}) as { key?: string } & Record<
        string,
        string | number
      >;
      return { key, values };
    }
    default:
      // Of nothing at all no form is expected.
      if (issue.input === '') return { key: 'required' };
      return { key: isOfMail(issue as z.core.$ZodIssue) ? 'email' : 'invalid_format' };
  }
}
