/**
 * `npm test`: checks of every kind in ten minutes, as many beside each other as do not disturb each other. `npm run
 * test:all`: every check there is. Installs what a fresh clone lacks: packages through npm, Chromium, fonts, PostgreSQL,
 * openssl, DNS servers and nginx with ModSecurity through apt. What a check prints is shown whole where it fails.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { install, root, run } from './prepare.mjs';

const CHROMIUM = '/usr/bin/chromium-headless-shell';
const CJK_FONT = '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc';

function aptInstall(missing) {
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0) {
    process.stderr.write(`Missing for the tests: ${missing.join(', ')}. Install them, or run as root.\n`);
    process.exit(1);
  }
  run('apt-get', ['update', '-qq']);
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], {
    DEBIAN_FRONTEND: 'noninteractive',
  });
}

const startedAt = Date.now();
const secondsSince = (started) => Math.round((Date.now() - started) / 1000);
const results = [];

/** Lines by which a runner sums up what it did. */
const SUMMARY = /^\s*(Test Files|Tests|\d+ (passed|failed|flaky)|\d+ of \d+ test files)\b.*$/gm;
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one
const COLOUR = /\u001b\[[0-9;]*m/g;
/** Lines by which a runner says what failed and how; repeated at the end, where a reader of a long record begins. */
const FAILURE = /^\s*(\d+\) |FAIL |\S*Error: |Locator: |Expected|Received|Timeout: |unexpected value ).*$/gm;
const FAILURES_SHOWN = 40;

/** Runs a command beside others. Answers whether it succeeded. */
function check(name, command, args) {
  const started = Date.now();
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
  return new Promise((resolve) => {
    const end = (passed, reason = '') => {
      const output = `${Buffer.concat(chunks)}${reason}`.replace(COLOUR, '');
      const seconds = secondsSince(started);
      const shown = passed ? (output.match(SUMMARY) ?? []).join('\n') : output;
      process.stdout.write(`\n=== ${name}: ${passed ? 'passed' : 'FAILED'} (${seconds} s)\n${shown}${shown && '\n'}`);
      const failures = passed ? [] : (output.match(FAILURE) ?? []).slice(0, FAILURES_SHOWN);
      results.push({ name, passed, seconds, failures });
      resolve(passed);
    };
    child.on('error', (error) => end(false, String(error)));
    child.on('close', (code, signal) => end(code === 0, signal ? `ended by ${signal}` : ''));
  });
}

const bin = (name) => `node_modules/.bin/${name}`;
const ofProjects = (projects) => projects.map((project) => `--project=${project}`);
const vitest = (name, projects, files = []) => check(name, bin('vitest'), ['run', ...ofProjects(projects), ...files]);
const postgres = (name, projects, files = []) =>
  check(name, bin('tsx'), ['scripts/test-postgres.ts', ...ofProjects(projects), ...files]);
const journeys = (name, words) => check(name, bin('playwright'), ['test', ...words]);

/** Each on one core. Answers whether there is a build. */
async function readAndBuild() {
  // Several checkers repeat each other's work, which takes time from what runs beside them.
  await check('types', 'npm', ['run', '--silent', 'types', '--', '--checkers', '1', '--incremental', 'false']);
  await check('format and lint', bin('biome'), ['check', '.']);
  await check('import walls', 'npm', ['run', '--silent', 'walls']);
  await check('dead code', bin('knip'), []);
  if (!(await check('build', process.execPath, ['scripts/built.mjs']))) return false;
  await check('starts on Node 24', bin('tsx'), ['scripts/test-runtimes.ts', 'smoke', '24']);
  return true;
}

/** Where the stores differ: what only PostgreSQL can get wrong is in these. */
const ON_POSTGRES = [
  'lib/db',
  'lib/audit',
  'lib/auth/session',
  'lib/delivery',
  'lib/jobs',
  'lib/tenancy',
  'lib/runtime',
  'lib/guard/policies',
];

/** A journey or two through each part of the console, and what holds on every page. */
const JOURNEYS = [
  'analytics/alert-sentence',
  'analytics/overview',
  'console/first-start',
  'console/han',
  'console/new-build',
  'console/public-files',
  'console/weight',
  'console/xss',
  'guard/delivery',
  'guard/policies',
].map((name) => `e2e/${name}.spec.ts`);

for (const path of [...ON_POSTGRES, ...JOURNEYS]) if (!existsSync(path)) throw new Error(`there is no ${path}`);

async function testShort() {
  const [isBuilt] = await Promise.all([
    readAndBuild(),
    vitest('unit and contract, embedded store', ['shared']).then(() =>
      postgres('contract, PostgreSQL', ['shared'], ON_POSTGRES),
    ),
  ]);
  await vitest('faults and attacks, short', ['alone'], ['test/faults.test.ts', 'test/attack.test.ts']);
  if (isBuilt) await journeys('browser', JOURNEYS);
}

async function testAll() {
  const [isBuilt] = await Promise.all([
    readAndBuild().then(async (built) => {
      await vitest('events on ClickHouse', ['clickhouse']);
      return built;
    }),
    vitest('unit and contract, embedded store', ['shared', 'long']).then(() =>
      postgres('unit and contract, PostgreSQL', ['shared', 'long']),
    ),
  ]);
  // These measure time, so nothing runs beside them.
  await vitest('measured times, embedded store', ['alone']);
  await postgres('measured times, PostgreSQL', ['alone']);
  if (!isBuilt) return;
  await journeys('browser', []);
  await journeys('browser, alone', ['--config', 'e2e/alone/playwright.config.ts']);
}

install();
aptInstall([
  ...(existsSync(CHROMIUM) ? [] : ['chromium-headless-shell']),
  ...(existsSync(CJK_FONT) ? [] : ['fonts-noto-cjk']),
  ...(existsSync('/usr/lib/postgresql') ? [] : ['postgresql']),
  ...(existsSync('/usr/bin/openssl') ? [] : ['openssl']),
  ...(existsSync('/usr/sbin/pdns_server') ? [] : ['pdns-server']),
  ...(existsSync('/usr/share/pdns-backend-sqlite3') ? [] : ['pdns-backend-sqlite3']),
  ...(existsSync('/usr/sbin/knotd') ? [] : ['knot']),
  ...(existsSync('/usr/sbin/nginx') ? [] : ['nginx']),
  ...(existsSync('/usr/lib/nginx/modules/ngx_http_modsecurity_module.so') ? [] : ['libnginx-mod-http-modsecurity']),
  ...(existsSync('/usr/lib/nginx/modules/ngx_stream_module.so') ? [] : ['libnginx-mod-stream']),
  ...(existsSync('/usr/share/modsecurity-crs') ? [] : ['modsecurity-crs']),
]);
run(bin('tsx'), ['scripts/generate.ts']);

await (process.argv.includes('--all') ? testAll() : testShort());

const failed = results.filter(({ passed }) => !passed);
for (const { name, passed, seconds, failures } of results) {
  process.stdout.write(`${passed ? 'passed' : 'FAILED'}: ${name} (${seconds} s)\n`);
  for (const line of failures) process.stdout.write(`${line}\n`);
}
process.stdout.write(
  `${secondsSince(startedAt)} s\n${results.length - failed.length} passed, ${failed.length} failed\n`,
);
process.exit(failed.length === 0 ? 0 : 1);
