import { describe, expect, it } from 'vitest';
import { changesBetween, leafChanges } from './leaf-changes';

describe('what differs between two values', () => {
  it('is named by path, also within lists of objects and where one side has none', () => {
    const before = { a: { b: 1, c: [1, 2] }, list: [{ x: 1 }, { x: 2 }] };
    const after = { a: { b: 2, c: [1] }, list: [{ x: 1 }, { x: 3 }, { x: 4 }], n: null };
    expect(changesBetween(before, after)).toEqual({
      'a.b': { old: 1, new: 2 },
      'a.c': { old: [1, 2], new: [1] },
      'list.1.x': { old: 2, new: 3 },
      'list.2.x': { old: undefined, new: 4 },
      n: { old: undefined, new: null },
    });
    expect(changesBetween(after, after)).toEqual({});
  });

  it('is one row per value of an object that a record has as one', () => {
    const changes = { settings: { old: null, new: { waf: { status: 'on' }, tags: [] } }, name: { old: 'a', new: 'b' } };
    expect(leafChanges(changes)).toEqual({
      'settings.waf.status': { old: undefined, new: 'on' },
      'settings.tags': { old: undefined, new: [] },
      name: { old: 'a', new: 'b' },
    });
  });

  it('stays one where a text became an object, and where nobody would read the rows', () => {
    const change = { x: { old: 'text', new: { a: 1 } } };
    expect(leafChanges(change)).toEqual(change);
    const many = { x: { old: null, new: Object.fromEntries(Array.from({ length: 301 }, (_, i) => [`k${i}`, i])) } };
    expect(leafChanges(many)).toEqual(many);
  });
});
