import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { removeLeftSegment } from '@/lib/agent/audit-log';
import { cpuSecondsOf } from '@/scripts/bench/server';
import { freePort } from '@/scripts/dns-servers';
import type { NodeSettings, PolicyContent, SiteContent } from './content';
import { renderNode } from './node';
import { renderSite, servedSite } from './site';

const CRS = '/usr/share/modsecurity-crs';
const SETUP = '/etc/modsecurity/crs/crs-setup.conf';

/** How long a line may be on its way to the log. */
const LATE_MS = 50_000;

/** An origin on this machine that answers everything with its name. */
export async function startOrigin(): Promise<{ server: Server; port: number }> {
  const server = createServer((asked, response) => asked.resume().on('end', () => response.end('origin')));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

/** Debian's nginx in a folder of its own. */
export class TestNginx {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'parapet-nginx-'));
  readonly #crs = path.join(this.folder, 'crs');
  #child: ChildProcess | undefined;

  constructor(
    readonly http: number,
    readonly https: number,
    private readonly listen: readonly string[] = ['127.0.0.1'],
  ) {
    for (const name of ['root', 'logs', 'certificates', 'crs']) mkdirSync(path.join(this.folder, name));
    writeFileSync(path.join(this.#crs, 'crs-setup.conf'), readFileSync(SETUP));
    spawnSync('ln', ['-s', `${CRS}/rules`, path.join(this.#crs, 'rules')]);
  }

  get settings(): NodeSettings {
    const at = (name: string) => path.join(this.folder, name);
    return {
      ...{ node_id: 'test-1', http: this.http, https: this.https, listen: this.listen },
      ...{ root: at('root'), logs: at('logs'), certificates: at('certificates'), crs: this.#crs },
      ...{ trusted_proxies: ['127.0.0.1'], probe: 'secret-probe', revision: 7 },
    };
  }

  write(files: ReadonlyMap<string, string>): void {
    for (const [name, text] of files) {
      const file = path.join(this.folder, 'root', name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }

  get #arguments(): string[] {
    const config = path.join(this.folder, 'root/nginx.conf');
    const user = process.getuid?.() === 0 ? ['-g', 'user root;'] : [];
    return ['-p', this.folder, '-e', path.join(this.folder, 'logs/error.log'), '-c', config, ...user];
  }

  /** What `nginx -t` says of the files; empty where it accepts them. */
  tested(): string {
    const { status, stderr } = spawnSync('/usr/sbin/nginx', ['-t', ...this.#arguments], { encoding: 'utf8' });
    removeLeftSegment(path.join(this.folder, 'logs'));
    return status === 0 ? '' : stderr;
  }

  /** Seconds of CPU that its workers used so far. */
  workersCpuS(): number {
    const pid = this.#child?.pid;
    const workers = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    return workers.reduce((sum, worker) => sum + cpuSecondsOf(Number(worker)), 0);
  }

  /** Starts as a node that serves this site alone, whose own files are written. Throws as `start` does. */
  async serve(site: SiteContent): Promise<void> {
    const { settings } = this;
    this.write(renderNode(settings, [servedSite(site, settings.root)], []));
    await this.start();
  }

  /** Resolves once it answers. Throws what nginx says of files that it refuses. */
  async start(): Promise<void> {
    const [flag = '', main = ''] = this.#arguments.slice(-2);
    const own = flag === '-g' ? ['-g', `${main} daemon off;`] : ['-g', 'daemon off;'];
    const rest = flag === '-g' ? this.#arguments.slice(0, -2) : this.#arguments;
    this.#child = spawn('/usr/sbin/nginx', [...rest, ...own], { stdio: 'inherit' });
    while (!(await isOpen(this.http))) {
      if (this.#child.exitCode !== null) throw new Error(`nginx ended: ${this.tested()}`);
      await pause(20);
    }
  }

  log(name: 'access.json' | 'audit.json'): Record<string, unknown>[] {
    const file = path.join(this.folder, 'logs', name);
    if (!existsSync(file)) return [];
    // What follows the last line's end is still being written.
    const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
  }

  /** The line of the request whose address contains `query`; lines of earlier ones may still be on their way. */
  async logged(name: 'access.json' | 'audit.json', query: string): Promise<Record<string, unknown>> {
    for (const until = Date.now() + LATE_MS; Date.now() < until; await pause(20)) {
      const line = this.log(name).find((one) => JSON.stringify(one).includes(query));
      if (line) return line;
    }
    throw new Error(`${name} has no line with ${query}`);
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (child && child.exitCode === null) {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/**
 * An nginx of its own that serves one site with this policy, and an origin behind it. Without the OWASP rules where those would refuse some
 * of what is tried by themselves.
 */
export async function startSite({
  policy = policyOf(),
  coreRules = true,
}: {
  policy?: PolicyContent;
  coreRules?: boolean;
}) {
  const { server, port } = await startOrigin();
  const nginx = new TestNginx(await freePort(), await freePort());
  const site = siteOf(port);
  const { files } = renderSite({ site, policy, lists: [], node: nginx.settings });
  nginx.write(files);
  const rules = [...files.keys()].find((name) => name.endsWith('rules.conf')) ?? '';
  if (!coreRules) nginx.write(new Map([[rules, `SecRuleRemoveById 900000-999999\n${files.get(rules)}`]]));
  await nginx.serve(site);
  const stop = async () => {
    await nginx.stop();
    server.close();
  };
  return { nginx, stop };
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

const ON = { status: 'CFGOPTION_2_ENABLE' };

/** A site whose protection is all on, with an origin on this machine. */
export const siteOf = (origin: number, more: Partial<SiteContent> = {}): SiteContent => ({
  domain_id: '01935952-0000-7000-8000-000000000001',
  domain: 'shop.example.com',
  policy_id: 'p-1',
  settings: {
    ...{ waf: ON, cc: ON, acl: ON },
    origin: {
      services: [
        {
          service_id: 's',
          sources: [{ ip: '127.0.0.1', port: origin, protocol: 'http', weight: 1, line: 'default', ...ON }],
        },
      ],
    },
  },
  ...{ certificates: [], origin_groups: [], brute_force_rules: [], forwards: [] },
  ...more,
});

export const policyOf = (more: Partial<PolicyContent> = {}): PolicyContent => ({
  ...{ policy_id: 'p-1', cc_rules: [], acl_rules: [], waf_groups: [], lists: [] },
  ...more,
});

type Match = { field: string; op: string; data: string };
type AclAction = { action_type: string; content?: string; duration?: number };

export const aclRule = (
  rule_id: number,
  matches: Match[],
  action: AclAction = { action_type: 'block' },
  time: object = {},
) =>
  ({
    ...{ rule_id, name: `Rule ${rule_id}`, matches, stime: 0, etime: 0 },
    action: { content: '', duration: 0, ...action },
    ...time,
  }) as PolicyContent['acl_rules'][number];

export const ccRule = (rule_id: number, matches: Match[], limit: object, action: object = { action_type: 'limit' }) =>
  ({
    ...{ rule_id, name: `Limit ${rule_id}`, matches, stats: {}, limit, action },
    ...{ stime: 0, etime: 0 },
  }) as PolicyContent['cc_rules'][number];

export const wafGroup = (rule_id: number, sub_rule_condition: number, rules: object[], action = 1) =>
  ({
    ...{ rule_id, sub_rule_condition, action },
    rules: rules.map((rule, i) => ({ rule_id: i + 1, sub_field: '', pattern_type: 1, is_not: false, ...rule })),
  }) as PolicyContent['waf_groups'][number];
