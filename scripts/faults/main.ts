/**
 * `npm run faults [-- --short] [-- --only NAME] [-- --store embedded|postgres]`: what holds while something breaks, tried on
 * real processes. Exit code 1 when a promise is broken.
 */
import { parseArgs } from 'node:util';
import type { Fault, StoreKind } from './fault';
import { loadFaults, type Result, runFaults, storesOf } from './trial';

/** However it ends, nothing is left of it: no process, no disk, no folder. */
const ended = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => ended.abort(new Error(`ended by ${name}`)));
process.on('unhandledRejection', (error) => ended.abort(error));

const STORES: readonly StoreKind[] = ['embedded', 'postgres'];
const { values } = parseArgs({
  options: { short: { type: 'boolean', default: false }, only: { type: 'string' }, store: { type: 'string' } },
});
const stores = STORES.filter((store) => !values.store || store === values.store);
const isTried = (fault: Fault) => storesOf(fault, values.short).some((store) => stores.includes(store));
const faults = (await loadFaults(values.only)).filter(isTried);
if (faults.length === 0) {
  process.stderr.write('There is no such fault\n');
  process.exit(1);
}

function print({ fault, store, seconds, figures, broken, promises }: Result): void {
  const figured = Object.entries(figures).map(([name, figure]) => `${name} ${figure}`);
  const verdict = broken.length === 0 ? 'kept  ' : 'BROKEN';
  process.stdout.write(`${verdict} ${fault} (${store}, ${seconds} s): ${promises}\n       ${figured.join(', ')}\n`);
  for (const promise of broken) process.stdout.write(`       broken: ${promise}\n`);
}

const { signal } = ended;
const results = await runFaults(faults, { isShort: values.short, stores, signal, onResult: print });
if (signal.aborted) {
  process.stderr.write(`Not all was tried: ${signal.reason}\n`);
  process.exit(1);
}
const broken = results.filter((result) => result.broken.length > 0);
process.stdout.write(`${results.length - broken.length} of ${results.length} kept\n`);
process.exit(broken.length === 0 ? 0 : 1);
