import { describe, expect, it } from 'vitest';
import { testEnricher } from '../testing/accept';
import { acceptLine } from './accept';

const EVENT = { time: Date.UTC(2026, 0, 1), host: 'shop.example.com', request_id: 'one', status: 200 };
const accept = (more: object) =>
  acceptLine({ ...EVENT, ...more }, testEnricher(), () => ({ oem_id: 'acme', domain_id: 'shop' }));

describe('an event line', () => {
  it.each([
    { time: '1767225600000' },
    { status: '403' },
    { bytes_out: 'many' },
    { latency_ms: true },
    { score: [5] },
    { host: 5 },
    { path: { a: 1 } },
    { request_id: 12345 },
    { action: 'blocked' },
    { action: 5 },
    { attack_class: 'sql injection' },
    { matches: { rule_id: 942100 } },
    { matches: ['942100'] },
    { matches: [{ rule_id: '942100' }] },
  ])('is refused where a field holds what it cannot mean, and not counted as something else: %o', (more) => {
    expect(accept(more)).toBe('invalid_event');
  });

  it.each([
    { status: null, action: null, attack_class: null, matches: null, path: null },
    { action: '', attack_class: '' },
    { cache_status: 'a word of another cache', unknown_field: {} },
    { latency_ms: 1.5 },
  ])('is taken where a field is left open or says more than is asked: %o', (more) => {
    expect(accept(more)).toMatchObject({ event: { request_id: 'one', action: 'pass' } });
  });
});
