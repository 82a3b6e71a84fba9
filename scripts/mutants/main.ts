/**
 * `npm run mutants [part of a name ...]`: breaks the product in some fifty places, one at a time, and runs the tests meant
 * to notice. Works on a copy, so that nothing broken can be left behind. Fails where a break goes unnoticed, and where
 * its text is no longer in the product: then this list is what has to follow.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MUTANTS, type Mutant } from './list';

const root = process.cwd();

/** A copy of what git knows of, with the installed packages and the generated files. */
function copyOfTree(): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'parapet-mutants-'));
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  const files = String(stdout).split('\0').filter(Boolean);
  for (const file of files) cpSync(path.join(root, file), path.join(copy, file));
  cpSync(path.join(root, 'lib/generated'), path.join(copy, 'lib/generated'), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  return copy;
}

/** Answers how the tests took it: `noticed`, or what is wrong. */
function verdictOf(copy: string, { file, from, to, tests }: Mutant): string {
  const source = readFileSync(path.join(copy, file), 'utf8');
  if (!source.includes(from)) return 'OUT OF DATE: its text is not in the file';
  writeFileSync(
    path.join(copy, file),
    source.replaceAll(from, () => to),
  );
  const args = ['run', '--bail', '1', '--reporter', 'dot', ...tests];
  const { status, stdout, error } = spawnSync('node_modules/.bin/vitest', args, { cwd: copy });
  writeFileSync(path.join(copy, file), source);
  if (status === 0) return 'NOT NOTICED';
  // A run that could not begin has noticed nothing.
  return /\d+ failed/.test(String(stdout)) ? 'noticed' : `NOT RUN:\n${error ?? stdout}`;
}

const wanted = process.argv.slice(2);
const chosen = MUTANTS.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
const copy = copyOfTree();
let unnoticed = 0;
for (const mutant of chosen) {
  const verdict = verdictOf(copy, mutant);
  if (verdict !== 'noticed') unnoticed++;
  process.stdout.write(`${mutant.name}: ${verdict} (${mutant.file})\n`);
}
rmSync(copy, { recursive: true, force: true });
process.stdout.write(`${chosen.length - unnoticed} of ${chosen.length} noticed\n`);
process.exit(unnoticed === 0 ? 0 : 1);
