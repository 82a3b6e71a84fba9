import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCsv } from './csv';

describe('toCsv', () => {
  it('quotes, marks the encoding and keeps numbers numbers', () => {
    expect(
      toCsv(
        ['a', 'b'],
        [
          ['x,"y"', -5],
          [null, true],
        ],
      ),
    ).toBe('\uFEFFa,b\r\n"x,""y""",-5\r\n,true\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@x', '\tx', '\rx', '＝1', '＋1', '－1', '＠x'])('defuses %j', (text) => {
    expect(toCsv([], [[text]])).toContain(`'${text}`);
  });

  it('never lets a text cell begin a formula', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (text) => {
        const line = toCsv([], [[text]]).slice('\uFEFF\r\n'.length);
        const opened = line.startsWith('"') ? line.slice(1) : line;
        return !/^[=+\-@\t\r＝＋－＠]/.test(opened) || opened === '\r\n';
      }),
    );
  });
});
