import type { z } from 'zod';

type Translate = (key: string, values?: Record<string, string | number>) => string;

type Raw = z.core.$ZodRawIssue;

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

function keyOf(issue: Raw): { key: string; values?: Record<string, string | number> } {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? { key: 'required' }
        : { key: 'invalid_type', values: { expected: issue.expected } };
    case 'too_small':
      return { key: tooSmall(issue.origin, issue.minimum), values: { min: Number(issue.minimum) } };
    case 'too_big':
      return { key: TOO_BIG[issue.origin] ?? 'too_big', values: { max: Number(issue.maximum) } };
    case 'invalid_value':
      return { key: 'not_one_of', values: { values: issue.values.join(', ') } };
    case 'unrecognized_keys':
      return { key: 'unknown_key', values: { keys: issue.keys.join(', ') } };
    case 'custom': {
      const { key = 'invalid_format', ...values } = (issue.params ?? {}) as { key?: string } & Record<
        string,
        string | number
      >;
      return { key, values };
    }
    default:
      // Of nothing at all no form is expected.
      return { key: issue.input === '' ? 'required' : 'invalid_format' };
  }
}
