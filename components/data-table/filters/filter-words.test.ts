import { describe, expect, it } from 'vitest';
import type { Filter } from '../columns/types';
import { chipsOf } from './filter-words';

const filters: Filter<string>[] = [
  { kind: 'segments', param: 'audit_status', label: 'Audit', options: [{ value: '4', label: 'Approved' }] },
  { kind: 'text', param: 'ip', label: 'Address' },
  { kind: 'time', from: 'start_time', to: 'end_time', label: 'Time' },
];
const words = { time: (millis: string) => `t${millis}` };

describe('chips of active filters', () => {
  it('shows what the segments do not', () => {
    const values = { audit_status: '4', ip: '192.0.2.1', start_time: '5', end_time: null };
    expect(chipsOf(filters, values, words, false).map((chip) => [chip.label, chip.value])).toEqual([
      ['Address', '192.0.2.1'],
      ['Time', 't5 – …'],
    ]);
    expect(chipsOf(filters, values, words, true)[0]?.value).toBe('Approved');
  });

  it('takes both ends of a time range away together', () => {
    const [chip] = chipsOf(filters, { end_time: '9' }, words, false);
    expect(chip?.clear).toEqual({ start_time: null, end_time: null });
  });
});
