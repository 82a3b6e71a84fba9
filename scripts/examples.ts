/**
 * `npm run examples [-- PATHS]` takes the answers that the API reference shows: one of each operation, and of each error that the
 * tests below PATHS see as well. What an operation or an error answered before is replaced; the others stay.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openApiDocument } from '@/lib/api/openapi/document';
import type { Recorded } from '@/test/record';

const FIXTURES = 'lib/api/openapi/examples';
type Fixture = Record<string, Recorded['value']>;

/** Answers count by the hour, so that a run which could last into the next one waits for it. */
const RUN_MS = 8 * 60_000;
const HOUR_MS = 3_600_000;
const leftMs = HOUR_MS - (Date.now() % HOUR_MS);
if (leftMs < RUN_MS) {
  console.log(`waiting ${Math.ceil(leftMs / 60_000)} min for the next hour`);
  await setTimeout(leftMs + 2_000);
}

const folder = mkdtempSync(path.join(tmpdir(), 'parapet-examples-'));
const { status } = spawnSync(
  'npx',
  ['vitest', 'run', '--project', 'shared', 'test/examples.test.ts', ...process.argv.slice(2)],
  { env: { ...process.env, EXAMPLES_DIR: folder }, stdio: 'inherit' },
);
const recorded = readdirSync(folder).flatMap((name) =>
  readFileSync(path.join(folder, name), 'utf8').split('\n').filter(Boolean).map(parsed),
);
rmSync(folder, { recursive: true });

function parsed(line: string): Recorded {
  return JSON.parse(line) as Recorded;
}

/** Errors of the console's own endpoints are not in it. */
const { schemas } = JSON.parse(String(await openApiDocument())).components;

/** Of several answers the shortest, and of those the first by its text: the same whoever came first. */
function fixtureOf(kind: Recorded['kind'], known: Fixture): Fixture {
  const found: Fixture = {};
  for (const { key, value } of recorded.filter((one) => one.kind === kind)) {
    const [text, other] = [JSON.stringify(value), found[key] === undefined ? undefined : JSON.stringify(found[key])];
    const isBetter =
      other === undefined || text.length < other.length || (text.length === other.length && text < other);
    if (isBetter) found[key] = value;
  }
  if (kind === 'answer') return found;
  return Object.fromEntries(Object.entries({ ...known, ...found }).filter(([key]) => key in schemas));
}

function write(name: string, kind: Recorded['kind']): void {
  const file = path.join(FIXTURES, name);
  const fixture = fixtureOf(kind, JSON.parse(readFileSync(file, 'utf8')) as Fixture);
  const lines = Object.entries(fixture)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`);
  console.log(`${file}: ${lines.length}`);
}

if (recorded.some(({ kind }) => kind === 'answer')) {
  write('answers.json', 'answer');
  write('errors.json', 'error');
}
process.exitCode = status ?? 1;
