import { describe, expect, it } from 'vitest';
import { DISABLE, ENABLE } from '@/lib/guard/domains/vocabulary';
import { isAt, setOf, shownChanges } from './values';

describe('the values of a record', () => {
  it('are found by path, any one step where the declaration has *', () => {
    expect(isAt('settings.*.status', 'settings.waf.status')).toBe(true);
    expect(isAt('settings.*.status', 'settings.status')).toBe(false);
    expect(setOf('domain', 'settings.origin.services.0.sources.12.status')).toBe('switch');
    expect(setOf('domain', 'settings.origin.ping_config.action')).toBe('origin_check_action');
    expect(setOf('domain', 'asset_name')).toBeUndefined();
    expect(setOf('no_such_type', 'status')).toBeUndefined();
  });

  it('are found for each of several objects, whose ids come before their fields', () => {
    expect(setOf('api_key', '0190f0a0-0000-7000-8000-000000000000.status')).toBe('api_key_status');
  });

  it('are one row for one switch, however often the record says it', () => {
    const changes = {
      'switches.waf': { old: 1, new: 0 },
      'settings.waf.status': { old: ENABLE, new: DISABLE },
    };
    expect(Object.keys(shownChanges('domain', changes))).toEqual(['settings.waf.status']);
    const created = {
      switches: { old: null, new: { waf: 1 } },
      settings: { old: null, new: { waf: { status: ENABLE } } },
    };
    expect(Object.keys(shownChanges('domain', created))).toEqual(['settings.waf.status']);
  });
});
