import { describe, expect, it } from 'vitest';
import { parseSettings, resolveSettings } from './table-settings';

const columns = [{ id: 'domain' }, { id: 'audit' }, { id: 'policy' }, { id: 'cname', hidden: true }];

describe('saved columns', () => {
  it('are the defaults when nothing is saved', () => {
    expect(resolveSettings(columns, null)).toEqual({
      order: ['domain', 'audit', 'policy', 'cname'],
      hidden: ['cname'],
    });
  });

  it('keep the identity first and shown, whatever was saved', () => {
    const saved = { order: ['policy', 'domain', 'audit', 'cname'], hidden: ['domain', 'audit'] };
    expect(resolveSettings(columns, saved)).toEqual({
      order: ['domain', 'policy', 'audit', 'cname'],
      hidden: ['audit'],
    });
  });

  it('forget columns that are gone and place new ones', () => {
    const saved = { order: ['domain', 'gone', 'policy'], hidden: ['gone'] };
    expect(resolveSettings(columns, saved)).toEqual({
      order: ['domain', 'audit', 'policy', 'cname'],
      hidden: ['cname'],
    });
  });

  it('are not believed when they are something else', () => {
    expect(parseSettings('{"order":[1],"hidden":[]}')).toBeNull();
    expect(parseSettings('nonsense')).toBeNull();
    expect(parseSettings('null')).toBeNull();
    expect(parseSettings('{"order":["a"],"hidden":[]}')).toEqual({ order: ['a'], hidden: [] });
  });
});
