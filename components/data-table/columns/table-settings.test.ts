import { describe, expect, it } from 'vitest';
import { parseSettings, resolveSettings, WIDTH, yielding } from './table-settings';

const columns = [{ id: 'domain' }, { id: 'audit' }, { id: 'policy' }, { id: 'cname', hidden: true }];

describe('saved columns', () => {
  it('are the defaults when nothing is saved', () => {
    expect(resolveSettings(columns, null)).toEqual({
      order: ['domain', 'audit', 'policy', 'cname'],
      hidden: ['cname'],
      widths: {},
    });
  });

  it('give way by their rank where the window is narrow, unless the reader saved others', () => {
    const ranked = [{ id: 'domain' }, { id: 'owner', yields: 2 as const }, { id: 'changed', yields: 1 as const }];
    expect(resolveSettings(ranked, null, 1).hidden).toEqual(['changed']);
    expect(resolveSettings(ranked, null, 2).hidden).toEqual(['owner', 'changed']);
    expect(yielding(ranked, 2)).toEqual(['owner', 'changed']);
    const saved = { order: ['domain', 'owner', 'changed'], hidden: ['owner'], widths: {} };
    expect(resolveSettings(ranked, saved, 2).hidden).toEqual(['owner']);
  });

  it('keep the identity first and shown, whatever was saved', () => {
    const saved = { order: ['policy', 'domain', 'audit', 'cname'], hidden: ['domain', 'audit'], widths: {} };
    expect(resolveSettings(columns, saved)).toEqual({
      order: ['domain', 'policy', 'audit', 'cname'],
      hidden: ['audit'],
      widths: {},
    });
  });

  it('forget columns that are gone, place new ones and keep widths within bounds', () => {
    const saved = {
      order: ['domain', 'gone', 'policy'],
      hidden: ['gone'],
      widths: { gone: 90, policy: 200, audit: 5000, domain: 1 },
    };
    expect(resolveSettings(columns, saved)).toEqual({
      order: ['domain', 'audit', 'policy', 'cname'],
      hidden: ['cname'],
      widths: { policy: 200, audit: WIDTH.most, domain: WIDTH.least },
    });
  });

  it('are not believed when they are something else', () => {
    expect(parseSettings('{"order":[1],"hidden":[]}')).toBeNull();
    expect(parseSettings('nonsense')).toBeNull();
    expect(parseSettings('null')).toBeNull();
    expect(parseSettings('{"order":["a"],"hidden":[],"widths":{"a":"wide"}}')).toBeNull();
    expect(parseSettings('{"order":["a"],"hidden":[],"widths":null}')).toBeNull();
  });

  it('of before columns had widths are still good', () => {
    expect(parseSettings('{"order":["a"],"hidden":[]}')).toEqual({ order: ['a'], hidden: [], widths: {} });
  });
});
