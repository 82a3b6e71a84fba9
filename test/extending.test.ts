import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const run = promisify(execFile);
/** A copy of the repository, which has no history and no build. */
const FOLDERS = ['app', 'components', 'e2e', 'fixtures', 'lib', 'messages', 'public', 'scripts', 'server', 'test'];
const FILES = [
  'biome.json',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
  'playwright.config.ts',
  'server.ts',
  'next.config.mjs',
];
/** What the guide says to copy and translate; untranslated here. */
const NEW_LANGUAGE = 'fr-FR';
/** Tests that ask each endpoint, text and chart for what belongs to it. */
const WHOLE = [
  'lib/analytics/charts/catalogue.test.ts',
  'lib/api/openapi/document.test.ts',
  'lib/i18n',
  'lib/sys/permissions',
  'test/audit-sentences.test.ts',
  'test/part-tables.test.ts',
  'test/resources.test.ts',
  'test/words.test.ts',
];
/** The whole product is checked there, on a machine that has other work too. */
const LONG = { timeout: 900_000 };

type Block = { language: string; file: string; text: string };

/** Blocks of the guide that name a file, in its order. */
function blocks(): Block[] {
  const guide = readFileSync(path.join(root, 'docs/extending.md'), 'utf8');
  return [...guide.matchAll(/^```(\w+) (\S+)\n(.*?)^```$/gms)].map(([, language = '', file = '', text = '']) => ({
    language,
    file,
    text,
  }));
}

/** The lines of a change on either side. */
const side = (text: string, other: '+' | '-') =>
  text
    .split(/^/m)
    .filter((line) => !line.startsWith(other))
    .map((line) => line.slice(1))
    .join('');

/** Does what a block says; throws where the file has not, or not once, what is to be changed. */
function follow(folder: string, { language, file, text }: Block): void {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  if (language !== 'diff') {
    writeFileSync(target, text);
    return;
  }
  const [before, after] = [side(text, '+'), side(text, '-')];
  const parts = readFileSync(target, 'utf8').split(before);
  if (parts.length !== 2) throw new Error(`docs/extending.md: ${file} has ${parts.length - 1} times\n${before}`);
  writeFileSync(target, parts.join(after));
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parapet-extended-'));
  for (const name of [...FOLDERS, ...FILES])
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the guide to extending Parapet holds word for word', LONG, async () => {
  const all = blocks();
  expect(all.length).toBeGreaterThan(25);
  const english = path.join(folder, 'messages/en-US');
  for (const block of all) follow(folder, block);
  cpSync(english, path.join(folder, 'messages', NEW_LANGUAGE), { recursive: true });
  const options = { cwd: folder, maxBuffer: 64 << 20 };
  const said = (work: Promise<{ stdout: string }>) =>
    work.then(
      () => 'done',
      ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
    );
  expect(await said(run('npm', ['run', '--silent', 'generate'], options))).toBe('done');
  expect(await said(run('npm', ['run', '--silent', 'types'], options))).toBe('done');
  const tests = all.map(({ file }) => file).filter((file) => file.endsWith('.test.ts'));
  expect(tests).toHaveLength(3);
  const written = [...new Set(all.map(({ file }) => file))];
  const lint = ['biome', 'check', '--vcs-enabled=false', '--log-level=error', ...written];
  expect(await said(run('npx', lint, options))).toBe('done');
  const args = ['vitest', 'run', ...tests, ...WHOLE];
  expect(await said(run('npx', args, options))).toBe('done');
});
