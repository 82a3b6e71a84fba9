/**
 * `npm run attack [-- --short] [-- --only NAME]`: what one caller could try to do to everybody, on loopback and bounded.
 * Exit code 1 when a promise is broken. DATABASE_URL or TEST_DATABASE_URL names a PostgreSQL server to use.
 */
import { parseArgs } from 'node:util';
import { loadAttacks, type Result, runAttacks } from './trial';

const { values } = parseArgs({ options: { short: { type: 'boolean', default: false }, only: { type: 'string' } } });
const attacks = await loadAttacks(values);
if (attacks.length === 0) {
  process.stderr.write(`There is no attack called ${values.only}\n`);
  process.exit(1);
}
const postgres = process.env.DATABASE_URL || process.env.TEST_DATABASE_URL || undefined;
// The table comes after all of them, which in the long form takes ten minutes.
const onEnd = ({ name, broken }: Result) =>
  process.stdout.write(`${name}: ${broken.length === 0 ? 'kept' : 'BROKEN'}\n`);
const results = await runAttacks(attacks, { short: values.short, postgres, onEnd });
const ms = (value: number) => `${value.toFixed(1)} ms`;
console.table(
  results.map(({ name, rest, beside, peakMb, stolen, broken }) => ({
    attack: name,
    'p99 at rest': ms(rest.parapetMs),
    'p99 beside': ms(beside.parapetMs),
    'bare at rest': ms(rest.bareMs),
    'bare beside': ms(beside.bareMs),
    memory: `${Math.round(peakMb)} MB`,
    'taken by the host': `${Math.round(stolen * 100)} %`,
    promises: broken.length === 0 ? 'kept' : 'BROKEN',
  })),
);
for (const { name, broken } of results)
  for (const promise of broken) process.stdout.write(`${name}: broken: ${promise}\n`);
process.exit(results.length === attacks.length && results.every(({ broken }) => broken.length === 0) ? 0 : 1);
