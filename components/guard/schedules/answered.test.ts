import { expect, it } from 'vitest';
import { answeredOf, type DomainRecord } from './answered';

const record = (record_type: number, value: string, status: number) => ({ record_type, value, status }) as DomainRecord;
const drift = (wanted: string[], found: string[], connected = true) => {
  return { domain_id: '', name: '', missing: [], unexpected: [], connected, wanted, found };
};

it('says of each record whether it is answered, and whether it is to be', () => {
  const now = drift(['A 192.0.2.1', 'A 192.0.2.2'], ['A 192.0.2.1', 'A 192.0.2.3']);
  expect(answeredOf(record(1, '192.0.2.1', 2), now)).toBe('yes');
  expect(answeredOf(record(1, '192.0.2.2', 2), now)).toBe('missing');
  expect(answeredOf(record(1, '192.0.2.3', 1), now)).toBe('extra');
  expect(answeredOf(record(1, '192.0.2.4', 1), now)).toBe('off');
  expect(answeredOf(record(3, 'www.example.com', 2), now)).toBe('alias');
  expect(answeredOf(record(1, '192.0.2.1', 2), drift(['A 192.0.2.1'], [], false))).toBe('unknown');
});
