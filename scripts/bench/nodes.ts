import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Agent } from '@/lib/agent/agent';
import { coreRules } from '@/lib/agent/settings';
import { TestPlane } from '@/lib/agent/testing-plane';
import { aclRule, policyOf, siteOf } from '@/lib/render/nginx/testing';
import { freePort } from '../dns-servers';
import type { Row } from './main';

const SITES = Number(process.env.NODE_SITES ?? 10_000);
const TARGET = '<= 5,000 ms';

const site = (i: number, more: object = {}, origin = 8_000) =>
  ['domain', `site-${i}`, siteOf(origin, { domain_id: `site-${i}`, domain: `s${i}.example.com`, ...more })] as const;

function bytesBelow(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return files.reduce((sum, one) => sum + statSync(path.join(one.parentPath, one.name)).size, 0);
}

/** CPU milliseconds that a process has taken; ticks are hundredths of a second. */
function cpuOf(pid: string): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Many sites on one node: the first round, and rounds in which little changed. */
export async function benchNodes(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'parapet-bench-node-'));
  const plane = new TestPlane();
  plane.save(
    ['policy', 'p-1', policyOf({ acl_rules: [aclRule(1, [{ field: 'path', op: 'prefix', data: '/admin' }])] })],
    ...Array.from({ length: SITES }, (_, i) => site(i)),
  );
  const node = {
    ...{ node_id: 'bench-1', http: await freePort(), https: await freePort(), listen: ['127.0.0.1'] },
    ...{ trusted_proxies: [], crs: coreRules(folder), probe: 'probe' },
  };
  const rows: Row[] = [];
  let steps = '';
  const log = ({ message, failed, ms }: Record<string, unknown>) => {
    if (Number(failed ?? 0) > 0) throw new Error(`${failed} objects do not run`);
    if (message === 'applied') steps = JSON.stringify(ms);
  };
  const extra = process.getuid?.() === 0 ? 'user root;' : '';
  const agent = new Agent({ folder, version: 'v0', nginxBytes: 2 ** 40, node, extra, log }, plane);
  const pid = () => readFileSync(path.join(folder, 'logs/nginx.pid'), 'utf8').trim();
  const round = async (work: string, target = '') => {
    const master = agent.memory.figures() ? pid() : undefined;
    const before = { own: process.cpuUsage(), nginx: master ? cpuOf(master) : 0 };
    const began = performance.now();
    await agent.round();
    rows.push({ work, figure: `${Math.round(performance.now() - began)} ms`, target });
    const { user, system } = process.cpuUsage(before.own);
    const own = Math.round((user + system) / 1_000);
    const reload = master === pid() ? `, of nginx's master for the reload ${cpuOf(master) - before.nginx} ms` : '';
    rows.push({ work: 'Of that', figure: steps, target: '' });
    rows.push({ work: 'CPU time', figure: `of the agent ${own} ms${reload}`, target: '' });
  };
  try {
    await round(`First round of ${SITES} sites`);
    for (const count of [1, 1, 100]) {
      plane.save(...Array.from({ length: count }, (_, i) => site(i, {}, 8_000 + plane.revision)));
      await round(`${count} of them changed`, TARGET);
    }
    const nginx = agent.memory.figures()?.bytes ?? 0;
    rows.push({ work: 'nginx, master and workers', figure: `${Math.round(nginx / 2 ** 20)} MB`, target: '' });
    const rss = Math.round(process.memoryUsage().rss / 2 ** 20);
    rows.push({ work: 'This process, the management plane in it', figure: `${rss} MB`, target: '' });
    const files = Math.round(bytesBelow(path.join(folder, 'rendered')) / 2 ** 20);
    rows.push({ work: 'Rendered files', figure: `${files} MB`, target: '' });
    return rows;
  } finally {
    agent.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
