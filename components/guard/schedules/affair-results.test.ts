import { describe, expect, it } from 'vitest';
import type { ScheduleAffair } from '@/lib/guard/schedules/contract';
import { textOfResult } from '@/lib/guard/schedules/vocabulary';
import { resultsOf } from './affair-results';

const of = (message: string, json_content: object | null = {}) =>
  resultsOf({ message, json_content } as ScheduleAffair);
const name = '5.edge.example';

describe('how it went with the domains of an affair', () => {
  it('is what the affair says of each', () => {
    const result = { name, code: 'kept', answers: ['A 192.0.2.1'], said: '' } as const;
    expect(of('a: else<br>', { results: { d: result } })).toEqual([result]);
  });

  it('is read from the text of an affair that says nothing more', () => {
    for (const result of [
      { name, code: 'kept', answers: ['A 192.0.2.1', 'AAAA 2001:db8::1'], said: '' },
      { name, code: 'kept', answers: [], said: '' },
      { name, code: 'written', answers: ['CNAME a.example'], said: '' },
      { name, code: 'written', answers: [], said: '' },
      { name, code: 'differs', answers: ['A 192.0.2.1'], said: '' },
      { name, code: 'differs', answers: [], said: '' },
      { name, code: 'refused', answers: [], said: 'PowerDNS refuses the records (422)' },
    ] as const) {
      expect(of(`${textOfResult(result)}<br>`)).toEqual([result]);
    }
    expect(of(`${name}: internal error<br>`)).toMatchObject([{ name, code: 'internal' }]);
    expect(of('anything', null)).toEqual([{ name: '', code: 'refused', answers: [], said: 'anything' }]);
    expect(of('')).toEqual([]);
  });
});
