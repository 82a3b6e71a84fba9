import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Asked, type Load, load, signIn } from './load';
import type { Row } from './main';
import { PASSWORD, seedPolicies } from './seed';
import { startBare, startParapet } from './server';

const SECONDS = 5;
const CONNECTIONS = 16;

const LIST = '/api/guard/policies';
/** The tenant has a thousand policies, twenty on a page. */
const PAGES = 50;
/** Every twentieth request writes. */
const WRITES_EACH = 20;

let written = 0;
const writeNext = (): Asked => ({
  ...{ method: 'POST', path: LIST },
  body: JSON.stringify({ name: `Written ${process.pid} ${written++}` }),
});

function mostlyReads(): () => Asked {
  let n = 0;
  return () => (++n % WRITES_EACH === 0 ? writeNext() : { path: `${LIST}?page=${1 + (n % PAGES)}` });
}

function searches(): () => Asked {
  let n = 0;
  return () => ({ path: `${LIST}?keyword=${n++ % 100_000}` });
}

const figureOf = ({ rps, p99, failed }: Load, bare: Load) =>
  `${Math.round(rps)}/s (${(rps / bare.rps).toFixed(2)} of bare), p99 ${p99} ms, ${failed} failed`;

/** The configuration half of DESIGN 9: list, write, start and memory, against node:http in the same run. */
export async function benchConfiguration(): Promise<Row[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'parapet-bench-'));
  const tenant = await seedPolicies(dataDir, 100_000);
  const parapet = await startParapet(dataDir);
  try {
    const token = await signIn(parapet.url, tenant, PASSWORD);
    const list = `${parapet.url}${LIST}`;
    const page = await (await fetch(list, { headers: { Authorization: `Bearer ${token}` } })).text();
    const bare = await startBare(page);
    const shared = { connections: CONNECTIONS, seconds: SECONDS };

    const bareGet = await load(bare.url, shared);
    const get = await load(list, { ...shared, token });
    const mixed = await load(list, { ...shared, token, next: mostlyReads() });
    const search = await load(list, { ...shared, token, next: searches() });
    const write = await load(list, { ...shared, token, next: writeNext });
    await bare.stop();
    return [
      {
        work: 'Bare node:http, the same JSON',
        figure: `${Math.round(bareGet.rps)}/s, p99 ${bareGet.p99} ms`,
        target: '',
      },
      {
        work: 'Authenticated list, 20 of 100,000 rows',
        figure: figureOf(get, bareGet),
        target: '>= 0.33 of bare, p99 <= 10 ms',
      },
      {
        work: 'The same over changing pages, 5 % of requests writes',
        figure: figureOf(mixed, bareGet),
        target: '>= 0.17 of bare',
      },
      {
        work: 'Keyword search over 1,000 rows, another keyword each time',
        figure: figureOf(search, bareGet),
        target: '>= 0.1 of bare',
      },
      {
        work: 'Authenticated durable write with audit and revision',
        figure: `${Math.round(write.rps)}/s, p99 ${write.p99} ms, ${write.failed} failed`,
        target: '>= 1,000/s',
      },
      { work: 'Ready after start on a built tree', figure: `${Math.round(parapet.readyMs)} ms`, target: '<= 3,000 ms' },
      { work: 'Memory after load', figure: `${Math.round(parapet.rssMb())} MB`, target: '<= 400 MB' },
    ];
  } finally {
    await parapet.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
