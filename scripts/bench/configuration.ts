import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { quantile } from './batches';
import { type Asked, type Load, load, signIn } from './load';
import type { Row } from './main';
import { PASSWORD, seedPolicies } from './seed';
import { startBare, startParapet } from './server';

const SECONDS = 5;
const CONNECTIONS = 16;
/** In which a load and the bare server take turns of so many seconds, as minutes of a machine differ by more than the two. */
const ROUNDS = { count: 5, seconds: 2 };

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

const median = (numbers: readonly number[]) => quantile(numbers, 0.5);

type Run = (seconds: number) => Promise<Load>;

/** A load by turns with the bare server: medians of the rounds. */
async function besideBare(bare: Run, own: Run): Promise<{ figure: string; bare: Load[] }> {
  await own(ROUNDS.seconds);
  const rounds: { bare: Load; own: Load }[] = [];
  for (let i = 0; i < ROUNDS.count; i++) {
    rounds.push({ bare: await bare(ROUNDS.seconds), own: await own(ROUNDS.seconds) });
  }
  const of = (one: (round: (typeof rounds)[number]) => number) => median(rounds.map(one));
  const rps = Math.round(of(({ own }) => own.rps));
  const share = of(({ own, bare }) => own.rps / bare.rps).toFixed(2);
  const failed = rounds.reduce((sum, { own }) => sum + own.failed, 0);
  const figure = `${rps}/s (${share} of bare), p99 ${of(({ own }) => own.p99)} ms, ${failed} failed`;
  return { figure, bare: rounds.map(({ bare }) => bare) };
}

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
    const ofBare: Run = (seconds) => load(bare.url, { connections: CONNECTIONS, seconds });
    const ofList = (next?: () => Asked): Run => {
      return (seconds) => load(list, { connections: CONNECTIONS, seconds, token, next });
    };

    const get = await besideBare(ofBare, ofList());
    // Before any row is added to the thousand.
    const search = await besideBare(ofBare, ofList(searches()));
    const mixed = await besideBare(ofBare, ofList(mostlyReads()));
    const write = await ofList(writeNext)(SECONDS);
    await bare.stop();
    const allBare = [get, mixed, search].flatMap((row) => row.bare);
    return [
      {
        work: 'Bare node:http, the same JSON',
        figure: `${Math.round(median(allBare.map(({ rps }) => rps)))}/s, p99 ${median(allBare.map(({ p99 }) => p99))} ms`,
        target: '',
      },
      {
        work: 'Authenticated list, 20 of 100,000 rows',
        figure: get.figure,
        target: '>= 0.33 of bare, p99 <= 10 ms',
      },
      {
        work: 'The same over changing pages, 5 % of requests writes',
        figure: mixed.figure,
        target: '>= 0.17 of bare',
      },
      {
        work: 'Keyword search over 1,000 rows, another keyword each time',
        figure: search.figure,
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
