/** Builds the pages with Next and bundles the programs beside them. */
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LOCALES } from '@/lib/i18n/locales';
import { bundle } from './bundle';
import { packFiles } from './pack-files';

/** No build may open a store: it would create the administrator and swallow the password. */
const untouched = path.join(tmpdir(), `parapet-build-${process.pid}`);

/** Commands for operators, who have no packages of development. */
const OPERATING = ['backup', 'restore', 'rotate-key', 'verify-audit', 'move-events', 'node'];

/** Whether there was a build before this one: only who builds again has use for what Next remembers of the last time. */
const isAgain = existsSync('.next/BUILD_ID');

function run(command: string, args: string[]): void {
  const env = {
    ...process.env,
    ...{ NEXT_TELEMETRY_DISABLED: '1', DATA_DIR: untouched, DATABASE_URL: '', BUILD_AGAIN: isAgain ? '1' : '' },
  };
  const { status } = spawnSync(command, args, { stdio: 'inherit', env });
  if (status !== 0) process.exit(status ?? 1);
}

/** Making them takes a second, in which whoever asks first would keep others waiting. */
async function writeDocuments(folder: string): Promise<void> {
  // What it is made from was generated just now.
  const { documentFile, openApiDocument } = await import('@/lib/api/openapi/document');
  for (const locale of LOCALES) writeFileSync(path.join(folder, documentFile(locale)), await openApiDocument(locale));
}

run('npx', ['tsx', 'scripts/generate.ts']);
// What Node compiled of the programs before (scripts/up.mjs).
rmSync('dist/compiled', { recursive: true, force: true });
bundle(['server.ts'], 'dist', 'within');
bundle(['scripts/demo/demo.ts', 'scripts/ingest.ts', ...OPERATING.map((name) => `scripts/${name}.ts`)], 'dist');
await writeDocuments('dist');
run('npx', ['next', 'build']);
packFiles('.next/static');
if (existsSync(untouched)) throw new Error('building the pages opened a store');
