import { expect, it } from 'vitest';
import { declarationWords } from './declaration-words';

const document = {
  measures: [{ name: 'a_b', share: [{ column: 'action', in: ['block'] }] }],
  filters: [{ column: 'host' }],
};

it.each([
  ['name', [], 'ranked'],
  ['name', ['filters', 0], 'column'],
  ['name', ['measures', 0, 'share', 0], 'in'],
  ['name', ['measures', 0], 'share'],
  ['value', ['render_hint'], 'topn'],
  ['value', ['dimensions', 2], 'client_ip'],
  ['value', ['measures', 1], 'bandwidth'],
  ['value', ['measures', 0, 'share', 0, 'column'], 'status_class'],
  ['value', ['measures', 0, 'share', 0, 'in', 0], 'captcha'],
  ['value', ['order'], 'asc'],
] as const)('knows the %s at %j', (place, path, word) => {
  expect(declarationWords(place, path, document)).toContain(word);
});

it('knows nothing of values that may be anything', () => {
  expect(declarationWords('value', ['filters', 0, 'in', 0], document)).toEqual([]);
  expect(declarationWords('value', ['key'], document)).toEqual([]);
});
