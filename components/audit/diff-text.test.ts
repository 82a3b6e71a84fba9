import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldChange, fieldChanges, type Side } from './diff-text';

const whole = ({ before, changed, after }: Side) => before + changed + after;

describe('a field of a diff', () => {
  it('marks what changed between what both have', () => {
    const { old, new: now } = fieldChange('waf.level', { old: 'moderately', new: 'mostly' });
    expect([old.before, old.changed, old.after]).toEqual(['"mo', 'derate', 'ly"']);
    expect([now.before, now.changed, now.after]).toEqual(['"mo', 'st', 'ly"']);
  });

  it('marks numbers and switches as a whole', () => {
    const { old, new: now } = fieldChange('auto_cert', { old: false, new: true });
    expect([old.changed, now.changed]).toEqual(['false', 'true']);
    expect(fieldChange('limit', { old: 120, new: 125 }).new.changed).toBe('125');
  });

  it('says a value in words where it has any', () => {
    const words = (path: string, value: unknown) => (path === 'state' && value === 4 ? 'Approved' : null);
    expect(whole(fieldChange('state', { old: 3, new: 4 }, words).new)).toBe('Approved');
    expect(whole(fieldChange('state', { old: 3, new: 4 }, words).old)).toBe('3');
  });

  it('cuts no character in two', () => {
    const { old, new: now } = fieldChange('name', { old: '😀', new: '😁' });
    expect([old.changed, now.changed]).toEqual(['😀', '😁']);
  });

  it('knows a secret and a missing value', () => {
    expect(fieldChange('key', { old: '[redacted]', new: '[redacted]' }).new.kind).toBe('secret');
    const made = fieldChange('name', { old: null, new: 'x' });
    expect([made.old.kind, made.new]).toEqual(['none', { kind: 'text', before: '', changed: '"x"', after: '' }]);
    expect(fieldChange('name', { old: 'x' }).new.kind).toBe('none');
  });

  it('loses nothing of either side', () => {
    const value = fc.jsonValue({ maxDepth: 2 }).filter((v) => v !== null && v !== '[redacted]');
    fc.assert(
      fc.property(value, value, (old, now) => {
        const change = fieldChange('x', { old, new: now });
        for (const [side, raw] of [
          [change.old, old],
          [change.new, now],
        ] as const) {
          expect(JSON.parse(whole(side))).toEqual(JSON.parse(JSON.stringify(raw)));
        }
        if (JSON.stringify(old) === JSON.stringify(now)) expect(change.old.changed + change.new.changed).toBe('');
      }),
    );
  });

  it('keeps the order of the record', () => {
    const changes = { b: { old: 1, new: 2 }, a: { old: 1, new: 2 } };
    expect(fieldChanges(changes).map((change) => change.path)).toEqual(['b', 'a']);
  });
});
