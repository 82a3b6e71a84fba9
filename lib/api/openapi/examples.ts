import type { Json } from './components';
import answers from './examples/answers.json' with { type: 'json' };
import errors from './examples/errors.json' with { type: 'json' };

type Example = { request?: unknown; answer: unknown };

/** Real answers, taken by `npm run examples`. */
const taken: Readonly<Record<string, Example>> = answers;
const refusals: Readonly<Record<string, unknown>> = errors;

/** What an operation answered once. */
export const answered = (operationId: string): Json => {
  const example = taken[operationId];
  return example ? { examples: { answered: { value: example.answer } } } : {};
};

/** The body that was sent for it. */
export const sent = (operationId: string): Json => {
  const request = taken[operationId]?.request;
  return request === undefined ? {} : { examples: { sent: { value: request } } };
};

/** How an error was answered once, for its schema. */
export const refused = (key: string): Json => (key in refusals ? { examples: [refusals[key]] } : {});
