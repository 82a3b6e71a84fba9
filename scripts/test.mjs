/**
 * `npm test`: every check, as many beside each other as do not disturb each other. Installs what a fresh clone lacks:
 * packages through npm, Chromium, fonts, PostgreSQL, openssl, DNS servers and nginx with ModSecurity through apt. What a check prints is shown whole
 * where it fails.
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
const vitest = (name, project) => check(name, bin('vitest'), ['run', '--project', project]);
const postgres = (name, project) => check(name, bin('tsx'), ['scripts/test-postgres.ts', `--project=${project}`]);

/** Each on one core; together they take about as long as the tests they run beside. */
async function readingAndBuilding() {
  await check('types', 'npm', ['run', '--silent', 'types']);
  await check('format and lint', bin('biome'), ['check', '.']);
  await check('import walls', 'npm', ['run', '--silent', 'walls']);
  await check('dead code', bin('knip'), []);
  const isBuilt = await check('build', process.execPath, ['scripts/built.mjs']);
  await vitest('events on ClickHouse', 'clickhouse');
  return isBuilt;
}

async function storesAndUnits() {
  await vitest('unit and contract, embedded store', 'shared');
  await postgres('unit and contract, PostgreSQL', 'shared');
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

const [isBuilt] = await Promise.all([readingAndBuilding(), storesAndUnits()]);
// These measure time, so nothing runs beside them.
await vitest('measured times, embedded store', 'alone');
await postgres('measured times, PostgreSQL', 'alone');
if (isBuilt) {
  await check('browser', bin('playwright'), ['test']);
  await check('browser, alone', bin('playwright'), ['test', '--config', 'e2e/alone/playwright.config.ts']);
} else results.push({ name: 'browser, for want of a build', passed: false, seconds: 0, failures: [] });

const failed = results.filter(({ passed }) => !passed);
for (const { name, passed, seconds, failures } of results) {
  process.stdout.write(`${passed ? 'passed' : 'FAILED'}: ${name} (${seconds} s)\n`);
  for (const line of failures) process.stdout.write(`${line}\n`);
}
process.stdout.write(
  `${secondsSince(startedAt)} s\n${results.length - failed.length} passed, ${failed.length} failed\n`,
);
process.exit(failed.length === 0 ? 0 : 1);
