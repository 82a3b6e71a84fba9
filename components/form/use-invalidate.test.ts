import { describe, expect, it } from 'vitest';
import { concernedBy } from './use-invalidate';

const SET = '/api/guard/bwlist/sets/{id}';
const IP = { method: 'DELETE', path: '/api/guard/bwlist/ips/{id}' };
const asked = (path: string, id: string) => ({ queryKey: [path, { params: { id } }] });

describe('what a write concerns', () => {
  it('is its resource, and what it names beside that', () => {
    const isConcerned = concernedBy({ method: 'PUT', path: SET }, { params: { id: '5' }, invalidates: ['/api/x'] });
    expect(isConcerned(asked(SET, '5'))).toBe(true);
    expect(isConcerned(asked(SET, '6'))).toBe(true);
    expect(isConcerned({ queryKey: ['/api/x/y'] })).toBe(true);
    expect(isConcerned({ queryKey: ['/api/guard/policies'] })).toBe(false);
  });

  it('is no longer what was deleted, but what has the same id in another resource', () => {
    const isConcerned = concernedBy(IP, { params: { id: '5' }, invalidates: ['/api/guard/bwlist/sets'] });
    expect(isConcerned(asked(IP.path, '5'))).toBe(false);
    expect(isConcerned(asked(SET, '5'))).toBe(true);
  });
});
