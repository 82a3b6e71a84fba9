import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CSV_START, type CsvCell, csvRow, csvTable } from './csv';

/** The cells of one line as a spreadsheet reads them. */
function cellsOf(line: string): string[] {
  const cells: string[] = [];
  for (const [, quoted, plain] of line.slice(0, -2).matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)) {
    cells.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
  }
  return cells;
}

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .tuple(
      fc.constantFrom('', ' ', '  ', '\t', '\n', '\u00a0', '\u200b', '\ufeff', '\u2060', '\u0000'),
      fc.constantFrom('=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹣'),
      fc.string(),
    )
    .map((parts) => parts.join('')),
);

describe('a line of CSV', () => {
  it('quotes text, marks the encoding of a table and keeps numbers numbers', () => {
    const rows = [
      ['x,"y"', -5],
      [null, true],
      [undefined, 1.5],
    ];
    expect(csvTable(['a', 'b'], rows)).toBe(`${CSV_START}"a","b"\r\n"x,""y""",-5\r\n,true\r\n,1.5\r\n`);
  });

  it.each(['=1+1', ' =1+1', '+1', '-1', '@x', '\tx', '\rx', '＝1', '\u200b=1', '\u00a0@x', '﹢1'])(
    'defuses %j',
    (cell) => {
      expect(csvRow([cell])).toBe(`"'${cell}"\r\n`);
    },
  );

  it.each(['1-1', 'a=b', 'x@example.com', '‐', ''])('leaves %j as it is', (cell) => {
    expect(csvRow([cell])).toBe(`"${cell}"\r\n`);
  });

  it('never has a cell of text that begins a formula, however it is trimmed', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1 }), (cells) => {
        for (const cell of cellsOf(csvRow(cells))) {
          expect(cell.replace(/^[\s\p{Cc}\p{Cf}]+/u, '').normalize('NFKC')).not.toMatch(/^[=+\-@]/);
        }
      }),
    );
  });

  it('gives back what was written, but for the sign that defuses', () => {
    const cell = fc.oneof(text, fc.integer(), fc.double({ noNaN: true }));
    fc.assert(
      fc.property(fc.array(cell, { minLength: 2 }), (cells: CsvCell[]) => {
        const read = cellsOf(csvRow(cells));
        expect(read).toHaveLength(cells.length);
        for (const [i, value] of cells.entries()) expect([String(value), `'${value}`]).toContain(read[i]);
        expect(csvRow(cells.filter((value) => typeof value === 'number'))).not.toMatch(/['"]/);
      }),
    );
  });
});
