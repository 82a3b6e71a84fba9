/** `npm run bench [configuration|domains|lists|nodes|saved|rules|writers|analytics|filters|many-events]`: brings the build up to date, then measures it. */
import { prepare, run } from './prepare.mjs';

prepare({ build: true });
run('node_modules/.bin/tsx', ['scripts/bench/main.ts', ...process.argv.slice(2)]);
