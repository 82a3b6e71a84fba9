import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { LOCALES } from '@/lib/i18n/locales';

const folder = mkdtempSync(path.join(tmpdir(), 'parapet-generate-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const command = [path.resolve('node_modules/.bin/tsx'), path.resolve('scripts/generate.ts')] as const;

/** What the command says of a tree that has one file of messages for each language. */
async function said(texts: string): Promise<string> {
  for (const locale of LOCALES) {
    mkdirSync(path.join(folder, 'messages', locale), { recursive: true });
    writeFileSync(path.join(folder, 'messages', locale, 'notes.json'), texts);
  }
  const env = { ...process.env, TSX_TSCONFIG_PATH: path.resolve('tsconfig.json') };
  const run = promisify(execFile)(command[0], [command[1]], { cwd: folder, env });
  return run.then(
    ({ stderr }) => stderr,
    ({ code, stderr }) => `${code}: ${stderr}`,
  );
}

it('what is wrong in a file of messages is said in one sentence that names it', async () => {
  expect(await said('{ "title": "Notes" }')).toBe('');
  expect(await said('{ "title": "{count" }')).toMatch(
    /^1: Generating failed: en-US\.notes\.title is no ICU message: .*\n$/,
  );
  expect(await said('{ "title": }')).toMatch(/^1: Generating failed: messages\/en-US\/notes\.json is no JSON: .*\n$/);
}, 60_000);
