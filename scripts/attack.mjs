/** `npm run attack [-- --short] [-- --only NAME]`: brings the build up to date, then tries what one caller could do to everybody. */
import { prepare, run } from './prepare.mjs';

prepare({ build: !process.argv.includes('--short') });
run('node_modules/.bin/tsx', ['scripts/attack/main.ts', ...process.argv.slice(2)]);
