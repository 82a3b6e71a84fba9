import { describe, expect, it } from 'vitest';
import { DISABLE, ENABLE } from '@/lib/guard/domains/vocabulary';
import { OriginCheck } from '@/lib/guard/settings/contract';
import { checkOf, hasWrongCheck, isCheckOn, portsIn, withCheck, withCheckOn, wrongFields } from './checks';

const origin = {
  kept: 1,
  services: [
    {
      sources: [
        { port: 443, protocol: 'https', status: ENABLE },
        { port: 443, protocol: 'https', status: ENABLE },
        { port: 5432, protocol: 'tcp', status: ENABLE },
        { port: 80, protocol: 'http', status: DISABLE },
      ],
    },
  ],
};

describe('origin checks being changed', () => {
  it('begin with what the API takes, at the ports of the enabled origins', () => {
    const tcp = withCheckOn(origin, origin, 'tcp_configs', true);
    expect(tcp.kept).toBe(1);
    expect(OriginCheck.parse(tcp.tcp_configs)).toEqual(tcp.tcp_configs);
    expect(checkOf(tcp, 'tcp_configs')?.ports).toEqual([443, 5432]);
    expect(checkOf(withCheckOn(origin, origin, 'http_configs', true), 'http_configs')?.ports).toEqual([443]);
    expect(checkOf(withCheckOn(origin, origin, 'ping_config', true), 'ping_config')?.ports).toEqual([]);
  });

  it('leave no trace when switched on and off again, and go back to the fields that are stored', () => {
    const on = withCheckOn(origin, origin, 'ping_config', true);
    expect(withCheckOn(on, origin, 'ping_config', false)).toEqual(origin);
    const edited = withCheck(on, 'ping_config', { ...checkOf(on, 'ping_config'), failure_ratio: 'x' });
    const off = checkOf(withCheckOn(edited, on, 'ping_config', false), 'ping_config');
    expect(off).toMatchObject({ status: DISABLE, failure_ratio: 0 });
    expect(isCheckOn(off)).toBe(false);
  });

  it('name the fields that would be refused', () => {
    const on = withCheckOn(origin, origin, 'tcp_configs', true);
    const check = checkOf(on, 'tcp_configs') ?? {};
    expect(wrongFields(check)).toEqual([]);
    expect(wrongFields({ ...check, detection_time_intervals: '', ports: [0, 'x'], failure_ratio: 101 })).toEqual([
      'detection_time_intervals',
      'ports',
      'failure_ratio',
    ]);
    expect(hasWrongCheck(on)).toBe(false);
    expect(hasWrongCheck(origin)).toBe(false);
    expect(hasWrongCheck(withCheck(on, 'tcp_configs', { ...check, ports: ['x'] }))).toBe(true);
  });

  it('read ports however they are separated, and keep what is none', () => {
    expect(portsIn(' 80, 443，8443、9000 ')).toEqual([80, 443, 8443, 9000]);
    expect(portsIn('')).toEqual([]);
    expect(portsIn('80 x 123456')).toEqual([80, 'x', '123456']);
  });
});
