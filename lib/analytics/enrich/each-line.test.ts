import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { eachLine } from './each-line';

let folder: string | undefined;
afterEach(() => {
  if (folder) rmSync(folder, { recursive: true });
  folder = undefined;
});

function linesOf(text: string): string[] {
  folder = mkdtempSync(join(tmpdir(), 'parapet-lines-'));
  const file = join(folder, 'lines');
  writeFileSync(file, text);
  const lines: string[] = [];
  eachLine(file, (piece, from, to) => lines.push(piece.toString('latin1', from, to)));
  return lines;
}

it('reads a file that is larger than what is in memory, line by line', () => {
  const lines = Array.from({ length: 60_000 }, (_, i) => `${i},${'x'.repeat(i % 37)}`);
  expect(linesOf(`${lines.join('\n')}\n`)).toEqual(lines);
});

it.each([
  ['', []],
  ['one', ['one']],
  ['one\n\ntwo', ['one', '', 'two']],
])('reads %j', (text, lines) => {
  expect(linesOf(text)).toEqual(lines);
});
