import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { masterKey, Seal } from './seal';

const old = masterKey('the key of last year, long enough');
const present = masterKey('the key of this year, long enough');

describe('a sealed secret', () => {
  it('opens to what it was, for its own bond and key alone', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (text, bond, other) => {
        const seal = new Seal(present);
        const sealed = seal.seal(text, bond);
        expect(seal.open(sealed, bond)).toBe(text.toWellFormed());
        if (other !== bond) expect(() => seal.open(sealed, other)).toThrow();
        expect(() => new Seal(old).open(sealed, bond)).toThrow(present.kek_id);
      }),
    );
  });

  it('looks different each time and shows nothing of the text', () => {
    const seal = new Seal(present);
    const text = 'a private key';
    expect(seal.seal(text, 'b')).not.toBe(seal.seal(text, 'b'));
    expect(Buffer.from(seal.seal(text, 'b').split('.')[2] ?? '', 'base64url').includes(text)).toBe(false);
  });

  it('does not open when any part of it was changed', () => {
    const seal = new Seal(present);
    const sealed = seal.seal('a private key', 'b');
    for (let at = sealed.indexOf('.') + 1; at < sealed.length; at++) {
      if (sealed[at] === '.') continue;
      const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`;
      // The last character of a group may carry bits that base64 does not use.
      if (
        Buffer.from(changed.split('.').join(''), 'base64url').equals(
          Buffer.from(sealed.split('.').join(''), 'base64url'),
        )
      )
        continue;
      const opened = () => seal.open(changed, 'b');
      if (sameParts(changed, sealed)) expect(opened()).toBe('a private key');
      else expect(opened).toThrow();
    }
  });

  it('moves to a new master key once, with its text untouched', () => {
    const sealed = new Seal(old).seal('a private key', 'b');
    const seal = new Seal(present, [old]);
    expect(seal.open(sealed, 'b')).toBe('a private key');
    const moved = seal.rewrapped(sealed, 'b') ?? '';
    expect(moved.split('.')[2]).toBe(sealed.split('.')[2]);
    expect(seal.rewrapped(moved, 'b')).toBeUndefined();
    expect(new Seal(present).open(moved, 'b')).toBe('a private key');
    expect(() => seal.rewrapped(sealed, 'c')).toThrow();
  });
});

function sameParts(a: string, b: string): boolean {
  const parts = (text: string) => text.split('.').map((part) => Buffer.from(part, 'base64url').toString('hex'));
  return parts(a).join() === parts(b).join();
}
