import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { load, signIn } from './load';
import type { Row } from './main';
import { PASSWORD, seedPolicies } from './seed';
import { startBare, startParapet } from './server';

const SECONDS = 5;
const CONNECTIONS = 16;

/** The configuration half of DESIGN 9: list, write, start and memory, against node:http in the same run. */
export async function benchConfiguration(): Promise<Row[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'parapet-bench-'));
  const tenant = await seedPolicies(dataDir, 100_000);
  const parapet = await startParapet(dataDir);
  try {
    const token = await signIn(parapet.url, tenant, PASSWORD);
    const list = `${parapet.url}/api/guard/policies`;
    const page = await (await fetch(list, { headers: { Authorization: `Bearer ${token}` } })).text();
    const bare = await startBare(page);
    const shared = { connections: CONNECTIONS, seconds: SECONDS };

    const bareGet = await load(bare.url, shared);
    const get = await load(list, { ...shared, token });
    let n = 0;
    const body = () => JSON.stringify({ name: `Written ${process.pid} ${n++}` });
    const write = await load(list, { ...shared, token, method: 'POST', body });
    await bare.stop();
    return [
      {
        work: 'Bare node:http, the same JSON',
        figure: `${Math.round(bareGet.rps)}/s, p99 ${bareGet.p99} ms`,
        target: '',
      },
      {
        work: 'Authenticated list, 20 of 100,000 rows',
        figure: `${Math.round(get.rps)}/s (${(get.rps / bareGet.rps).toFixed(2)} of bare), p99 ${get.p99} ms, ${get.failed} failed`,
        target: '>= 0.33 of bare, p99 <= 10 ms',
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
