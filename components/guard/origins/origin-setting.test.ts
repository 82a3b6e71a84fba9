import { describe, expect, it } from 'vitest';
import { DISABLE, ENABLE } from '@/lib/guard/domains/vocabulary';
import type { OriginSetting, Source } from '@/lib/guard/settings/contract';
import { isAtPlace, originRows, readOrigin, withAdded, withEdited, withRemoved, withStatus } from './origin-setting';

const source = (ip: string, more: Partial<Source> = {}): Source => ({
  ip,
  port: 443,
  protocol: 'https',
  weight: 1,
  line: 'default',
  status: ENABLE,
  ...more,
});
const setting = (): OriginSetting => ({
  kept: { deep: true },
  services: [
    { service_id: 'one', sources: [source('a', { note: 'x' }), source('b')], mark: 1 },
    { service_id: 'two', sources: [source('a')] },
  ],
});

describe('the setting origin', () => {
  it('reads what is there, and nothing out of what is no setting', () => {
    expect(readOrigin({ origin: JSON.stringify(setting()) })).toEqual(setting());
    for (const settings of [{}, { origin: '{' }, { origin: '{"services":3}' }]) {
      expect(readOrigin(settings as Record<string, string>).services).toEqual([]);
    }
  });

  it('numbers origins by service and place', () => {
    expect(originRows(setting()).map(({ key, service_id, origin }) => [key, service_id, origin.ip])).toEqual([
      ['0.0', 'one', 'a'],
      ['0.1', 'one', 'b'],
      ['1.0', 'two', 'a'],
    ]);
  });

  it('changes one origin and keeps every key it does not know', () => {
    const edited = withEdited(setting(), { service: 0, source: 0 }, source('c'));
    expect(edited.services[0]).toEqual({
      service_id: 'one',
      mark: 1,
      sources: [source('c', { note: 'x' }), source('b')],
    });
    expect(edited.kept).toEqual({ deep: true });
    expect(withAdded(setting(), 1, source('d')).services[1]?.sources).toEqual([source('a'), source('d')]);
  });

  it('drops a service with its last origin', () => {
    const [, second] = originRows(setting());
    expect(withRemoved(setting(), second as never).services[0]?.sources).toEqual([source('a', { note: 'x' })]);
    expect(withRemoved(setting(), { service: 1, source: 0 }).services.map((one) => one.service_id)).toEqual(['one']);
  });

  it('knows whether an origin was moved or changed meanwhile', () => {
    const [first] = originRows(setting());
    if (!first) throw new Error('no origin');
    expect(isAtPlace(setting(), first)).toBe(true);
    expect(isAtPlace(withRemoved(setting(), first), first)).toBe(false);
    expect(isAtPlace(withStatus(setting(), first, false), first)).toBe(false);
  });

  it('switches the origins of the service that share address, port and line', () => {
    const doubled: OriginSetting = {
      services: [{ service_id: 'one', sources: [source('a'), source('a', { port: 80 }), source('a', { line: 'ct' })] }],
    };
    const [row] = originRows(doubled);
    expect(row && withStatus(doubled, row, false).services[0]?.sources.map((one) => one.status)).toEqual([
      DISABLE,
      ENABLE,
      ENABLE,
    ]);
  });
});
