import { expect, it } from 'vitest';
import { isAbout } from './about';

const log = (resource_id: string, more: object = {}) => ({ resource_id, detail: { changes: {}, params: {}, ...more } });

it('an operation is about what it wrote, what its address names, and what it says it is about too', () => {
  expect(isAbout(log('p1'), 'p1')).toBe(true);
  expect(isAbout(log('7', { params: { id: 'p1', rid: '7' } }), 'p1')).toBe(true);
  expect(isAbout(log('7', { params: { id: '7' }, also: 'p1' }), 'p1')).toBe(true);
  expect(isAbout(log('7', { params: { id: '7' }, also: 'p2' }), 'p1')).toBe(false);
  expect(isAbout(log('p2', { params: null }), 'p1')).toBe(false);
});
