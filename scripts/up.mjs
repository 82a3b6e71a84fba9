/**
 * `npm run up`, `npm run demo` and `npm run dev`: installs and builds what has changed since the last time, then
 * serves. Plain JavaScript without dependencies, because on a fresh clone there are none yet.
 */
import { spawn, spawnSync } from 'node:child_process';
import { prepare, root } from './prepare.mjs';
import { production } from './production.mjs';

const [mode = 'up', ...options] = process.argv.slice(2);

// Node 22 and later keep there what they compiled, and start a fifth sooner the next time; a build begins anew.
const built = { ...production, NODE_COMPILE_CACHE: 'dist/compiled' };

const modes = {
  up: { build: true, env: built, command: ['dist/server.js'] },
  demo: { build: true, env: built, command: ['dist/demo.js'] },
  dev: { build: false, env: { NODE_ENV: 'development' }, command: ['--import', 'tsx', 'server.ts'] },
};

const chosen = modes[mode];
if (!chosen) {
  process.stderr.write(`unknown mode ${mode}; expected one of ${Object.keys(modes).join(', ')}\n`);
  process.exit(1);
}

prepare({ build: chosen.build });
if (!chosen.build) spawnSync('npx', ['tsx', 'scripts/generate.ts'], { cwd: root, stdio: 'inherit' });

const child = spawn(process.execPath, [...chosen.command, ...options], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, ...chosen.env },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGTERM' ? 0 : 1)));
