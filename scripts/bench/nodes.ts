import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Agent } from '@/lib/agent/agent';
import { coreRules } from '@/lib/agent/settings';
import type { Desired } from '@/lib/guard/agents/contract';
import { aclRule, policyOf, siteOf } from '@/lib/render/nginx/testing';
import { freePort } from '../dns-servers';
import type { Row } from './main';

const SITES = Number(process.env.NODE_SITES ?? 10_000);

type Sent = Desired['artefacts'][number];

/** A management plane of this process, with one policy and many sites; the revision moves on with each change. */
function planeOf(sites: number) {
  const contents = new Map<string, Sent & { content: string }>();
  const artefact = (kind: string, object_id: string, number: number, value: object): Sent => {
    const content = JSON.stringify(value);
    const hash = createHash('sha256').update(content).digest('hex');
    const sent = { kind, object_id, number, hash };
    contents.set(hash, { ...sent, content });
    return sent;
  };
  const rules = [aclRule(1, [{ field: 'path', op: 'prefix', data: '/admin' }])];
  const site = (i: number, number: number) => {
    const domain_id = `site-${i}`;
    const protection = siteOf(8_000 + number, { domain_id, domain: `s${i}.example.com` });
    return artefact('domain', domain_id, number, protection);
  };
  let revision = 1;
  let news = [
    artefact('policy', 'p-1', 1, policyOf({ acl_rules: rules })),
    ...Array.from({ length: sites }, (_, i) => site(i, 1)),
  ];
  return {
    change(count: number) {
      revision++;
      news = Array.from({ length: count }, (_, i) => site(i, revision));
    },
    plane: {
      desired: async (since: number) => ({
        node_id: 'bench-1',
        since,
        revision,
        latest: revision,
        artefacts: news,
        absent: [],
      }),
      artefact: async (hash: string) => contents.get(hash) ?? Promise.reject(new Error(`no artefact ${hash}`)),
      certificate: () => Promise.reject(new Error('no site has a certificate')),
      ranges: async () => '',
      report: async () => undefined,
    },
  };
}

function bytesBelow(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return files.reduce((sum, one) => sum + statSync(path.join(one.parentPath, one.name)).size, 0);
}

/** Ten thousand sites on one node: the first round, and rounds in which little changed. */
export async function benchNodes(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'parapet-bench-node-'));
  const { plane, change } = planeOf(SITES);
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
  const round = async (work: string, target = '') => {
    const began = performance.now();
    await agent.round();
    rows.push({ work, figure: `${Math.round(performance.now() - began)} ms`, target });
    rows.push({ work: 'Of that, in ms', figure: steps, target: '' });
  };
  try {
    await round(`First round of ${SITES} sites`);
    for (const count of [1, 1, 100]) {
      change(count);
      await round(`${count} of them changed`, count === 1 ? '' : '<= 5,000 ms');
    }
    const nginx = agent.memory.figures()?.bytes ?? 0;
    rows.push({ work: 'nginx, master and workers', figure: `${Math.round(nginx / 2 ** 20)} MB`, target: '' });
    const rss = Math.round(process.memoryUsage().rss / 2 ** 20);
    rows.push({ work: 'This process, the management plane in it', figure: `${rss} MB`, target: '' });
    const files = Math.round(bytesBelow(path.join(folder, 'current/')) / 2 ** 20);
    rows.push({ work: 'Rendered files', figure: `${files} MB`, target: '' });
    return rows;
  } finally {
    agent.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
