/**
 * `npm test`: every check, in the order in which they fail fastest. Installs what a fresh clone lacks: packages through
 * npm, Chromium, fonts, PostgreSQL and openssl through apt.
 */
import { existsSync } from 'node:fs';
import { install, prepare, run } from './prepare.mjs';

const CHROMIUM = '/usr/bin/chromium-headless-shell';
const CJK_FONT = '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc';

function aptInstall(missing) {
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0) {
    process.stderr.write(`Missing for the browser tests: ${missing.join(', ')}. Install them, or run as root.\n`);
    process.exit(1);
  }
  run('apt-get', ['update', '-qq']);
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], {
    DEBIAN_FRONTEND: 'noninteractive',
  });
}

const startedAt = Date.now();
const passed = [];

function check(name, work) {
  process.stdout.write(`\n=== ${name}\n`);
  const started = Date.now();
  work();
  passed.push(`${name} (${Math.round((Date.now() - started) / 1000)} s)`);
}

const bin = (name) => `node_modules/.bin/${name}`;

install();
aptInstall([
  ...(existsSync(CHROMIUM) ? [] : ['chromium-headless-shell']),
  ...(existsSync(CJK_FONT) ? [] : ['fonts-noto-cjk']),
  ...(existsSync('/usr/lib/postgresql') ? [] : ['postgresql']),
  ...(existsSync('/usr/bin/openssl') ? [] : ['openssl']),
]);

run(bin('tsx'), ['scripts/generate.ts']);
check('format and lint', () => run(bin('biome'), ['check', '.']));
check('types', () => run(bin('tsc'), ['--noEmit']));
check('import walls', () => run('npm', ['run', '--silent', 'walls']));
check('dead code', () => run(bin('knip'), []));
check('unit and contract, embedded store', () => run(bin('vitest'), ['run']));
check('unit and contract, PostgreSQL', () => run(bin('tsx'), ['scripts/test-postgres.ts']));
check('browser', () => {
  prepare({ build: true });
  run(bin('playwright'), ['test']);
});

process.stdout.write(`\n${passed.map((line) => `passed: ${line}`).join('\n')}\n`);
process.stdout.write(`${Math.round((Date.now() - startedAt) / 1000)} s\n${passed.length} passed, 0 failed\n`);
