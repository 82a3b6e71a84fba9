/**
 * `npm run demo`: a Parapet on its own data folder, filled through the product's own API with a small company and the
 * traffic of sixty days that ends now; with `--node`, two of its sites are served on this machine. Started again, it keeps
 * the company and makes traffic and alerts anew.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { randomBase62 } from '@/lib/auth/tokens';
import { openStore } from '@/lib/db/store';
import { request } from '../request';
import { makeAlerts } from './alerts';
import { makeCert } from './certs';
import { ACCOUNTS, CERTS, COLLEAGUES, DOMAINS, KEYS, POLICIES, provision } from './company';
import { installNginx, invitation, makeOrigins, NODE, startNode } from './node';
import { ACL_RULES, ALERT_RULES, CC_RULES, FORWARDS, LIMITED_BY, LISTS, SIGN_INS, WAF_GROUPS } from './rules';
import { DAYS, sendTraffic } from './traffic';

const dataDir = path.resolve(process.env.DATA_DIR ?? './data-demo');
const inFolder = (name: string) => path.join(dataDir, name);

/** The same password for all accounts of this folder, invented at its first start. */
function demoPassword(): string {
  const file = inFolder('demo-password');
  if (!existsSync(file)) writeFileSync(file, randomBase62(12), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

function write(name: string, content: unknown): string {
  const file = inFolder(name);
  writeFileSync(file, JSON.stringify(content, null, 2));
  chmodSync(file, 0o600);
  return file;
}

async function addressOf(server: ChildProcess): Promise<URL> {
  let output = '';
  for await (const chunk of server.stdout ?? []) {
    output += chunk;
    const url = /ready at (\S+)/.exec(output)?.[1];
    if (url) return new URL(url);
  }
  throw new Error(`Parapet stopped before it was ready\n${output}`);
}

type Caller = (method: string, path: string, body?: unknown) => Promise<unknown>;

/** The API as one person, at the host of their OEM; the operator has none. */
async function signIn(address: URL, user_name: string, password: string): Promise<Caller> {
  const oem = ACCOUNTS.find((account) => account.user_name === user_name)?.oem_id;
  const call = async (method: string, path: string, body?: unknown, token?: string) => {
    const answer = await request(address.origin, {
      method,
      path,
      headers: {
        Host: oem ? `${oem}.localhost` : 'localhost',
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const { data, message } = JSON.parse(answer.text) as { data: unknown; message: string };
    if (answer.status >= 400) throw new Error(`${method} ${path} as ${user_name}: ${message}`);
    return data;
  };
  const encoded = Buffer.from(password).toString('base64');
  const { token } = (await call('POST', '/api/auth/login', { username: user_name, password: encoded })) as {
    token: string;
  };
  return (method, path, body) => call(method, path, body, token);
}

/** Creates what the company has, once. */
async function fill(address: URL, password: string): Promise<void> {
  const people = new Map<string, Caller>();
  const as = async (user_name: string) => {
    const caller = people.get(user_name) ?? (await signIn(address, user_name, password));
    people.set(user_name, caller);
    return caller;
  };
  const owner = await as('acme-root');
  const { total } = (await owner('GET', '/api/guard/domains')) as { total: number };
  if (total > 0) return;

  const policyIds = new Map<string, string>();
  for (const { by, ...policy } of POLICIES) {
    const created = await (await as(by))('POST', '/api/guard/policies', policy);
    policyIds.set(`${by} ${policy.name}`, (created as { policy_id: string }).policy_id);
  }
  const domainIds = new Map<string, string>();
  for (const { by, policy, audit_status, node_ids, reason, ...domain } of DOMAINS) {
    const body = { ...domain, policy_id: policyIds.get(`${by} ${policy}`) };
    const created = await (await as(by))('POST', '/api/guard/domains', body);
    const { domain_id } = created as { domain_id: string };
    domainIds.set(domain.domain, domain_id);
    if (audit_status === 1) continue;
    const desk = await as(by.startsWith('borealis') ? 'borealis-support' : 'acme-support');
    const decision = { domain_ids: [domain_id], audit_status, reason };
    if (reason) await desk('POST', '/api/guard/approvals/decisions', decision);
    else await desk('PUT', `/api/guard/domains/${domain_id}/audit`, { audit_status });
    if (node_ids) await desk('PUT', `/api/guard/domains/${domain_id}/nodes`, { node_ids });
  }
  await writeRules(owner, (name) => policyIds.get(`acme-root ${name}`) ?? '');
  await writeDomainParts(owner, domainIds);
  await storeCerts(as, domainIds);
  await addColleagues(owner);
  await issueKeys(address, owner);
  await mistype(address);
}

/** Sign-ins with a wrong password, as happens on a Monday. */
async function mistype(address: URL): Promise<void> {
  for (const user_name of ['acme-root', 'acme-child', 'acme-child', 'acme-viewer']) {
    await signIn(address, user_name, randomBase62(12)).catch(() => undefined);
  }
}

/** Rules and lists of the tenant's policies. */
async function writeRules(owner: Caller, idOf: (policy: string) => string): Promise<void> {
  for (const [kind, rules] of Object.entries({ cc: CC_RULES, acl: ACL_RULES })) {
    for (const { policy, ...rule } of rules)
      await owner('POST', `/api/guard/policies/${idOf(policy)}/${kind}/rules`, rule);
  }
  for (const { policy, ...group } of WAF_GROUPS) {
    await owner('POST', '/api/guard/waf/rules', { ...group, policy_id: idOf(policy) });
  }
  for (const { policy, ips, ...list } of LISTS) {
    const body = { ...list, policy_id: idOf(policy) };
    const { id } = (await owner('POST', '/api/guard/bwlist/sets', body)) as { id: number };
    const addresses = ips.map((ip_addr) => ({ ip_addr }));
    await owner('POST', `/api/guard/bwlist/sets/${id}/ips/batch`, { ips: addresses });
  }
}

/** What the tenant's domains have of their own beside their policy. */
async function writeDomainParts(owner: Caller, domainIds: Map<string, string>): Promise<void> {
  for (const forward of FORWARDS) {
    await owner('POST', '/api/guard/forwards', { ...forward, domain_id: domainIds.get(forward.domain) });
  }
  for (const { domain = '', ...rule } of ALERT_RULES) {
    await owner('POST', '/api/analytics/alert-rules', { ...rule, domain_id: domainIds.get(domain) ?? '' });
  }
  const usual = { describe: '', rate_time: 1, req_time_unit: 'ReqUnit_2_PMin', status: true, level: 'ip' };
  for (const { domain, ...rule } of SIGN_INS) {
    await owner('POST', `/api/guard/domains/${domainIds.get(domain)}/brute-force/rules`, { ...usual, ...rule });
  }
}

/** Users whom the tenant's administrator adds, with passwords that nobody knows. */
async function addColleagues(owner: Caller): Promise<void> {
  for (const { locked, ...user } of COLLEAGUES) {
    const body = { ...user, password: randomBase62(20) };
    const { user_id } = (await owner('POST', '/api/sys/users', body)) as { user_id: string };
    if (locked) await owner('PUT', `/api/sys/users/${user_id}/lock`, { locked });
  }
}

/** Keys that were called. */
async function issueKeys(address: URL, owner: Caller): Promise<void> {
  for (const { calls, ...key } of KEYS) {
    const { revoked, ...body } = { revoked: false, ...key };
    const { key_id, api_key } = (await owner('POST', '/api/sys/api-keys', body)) as { key_id: string; api_key: string };
    const headers = { Host: 'acme.localhost', Authorization: `ApiKey ${api_key}`, 'User-Agent': 'pipeline/1.4' };
    for (let i = 0; i < 8 * calls.length; i++) {
      await request(address.origin, { method: 'GET', path: calls[i % calls.length] ?? '/', headers });
    }
    if (revoked) await owner('DELETE', `/api/sys/api-keys/${key_id}`);
  }
}

/** Certificates made on the spot, for keys do not belong into a repository; none where there is no openssl. */
async function storeCerts(as: (user_name: string) => Promise<Caller>, domainIds: Map<string, string>): Promise<void> {
  for (const { by, name, bind, ...wish } of CERTS) {
    const pair = makeCert(wish);
    if (!pair) {
      process.stdout.write(`The certificate “${name}” is left out: openssl is missing or cannot make it.\n`);
      continue;
    }
    const caller = await as(by);
    const { id } = (await caller('POST', '/api/guard/certs', { name, ...pair })) as { id: number };
    for (const domain of bind) {
      await caller('POST', `/api/guard/certs/${id}/bind`, { domain_id: domainIds.get(domain) });
    }
  }
}

type Named = { list: { name: string; policy_id: string; rule_id: number }[] };

/** The number of the rate limit that the traffic met; 0 where somebody deleted it. */
async function limitingRule(owner: Caller): Promise<number> {
  const keyword = encodeURIComponent(LIMITED_BY.policy);
  const { list } = (await owner('GET', `/api/guard/policies?keyword=${keyword}`)) as Named;
  const policy = list.find(({ name }) => name === LIMITED_BY.policy);
  if (!policy) return 0;
  const rules = (await owner('GET', `/api/guard/policies/${policy.policy_id}/cc/rules?size=100`)) as Named;
  return rules.list.find(({ name }) => name === LIMITED_BY.name)?.rule_id ?? 0;
}

/** Sixty days that end now; answers when that was. */
async function loadTraffic(limitedBy: number): Promise<number> {
  const { url, token } = JSON.parse(readFileSync(inFolder('server.json'), 'utf8')) as { url: string; token: string };
  const started = Date.now();
  const { sent, now } = await sendTraffic({ url, authorization: `Bearer ${token}` }, 'fixtures/traffic', limitedBy);
  const seconds = Math.round((Date.now() - started) / 1000);
  process.stdout.write(`${sent} requests of ${DAYS} days loaded in ${seconds} s\n`);
  return now;
}

function announce(address: URL, password: string): void {
  const lines = ACCOUNTS.map(
    ({ oem_id, user_name, is }) => `  http://${oem_id}.localhost:${address.port}  ${user_name.padEnd(17)} ${is}`,
  );
  process.stdout.write(
    `\nThe demonstration is ready. Every account has the password ${password}\n${lines.join('\n')}\n`,
  );
}

/** The server of this folder; the demonstration ends with it unless it was told to stop. */
class Server {
  private readonly child: ChildProcess;
  private isWanted = true;

  constructor(password: string) {
    this.child = spawn(process.execPath, ['dist/server.js'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        PROVISION_FILE: write('provision.json', provision(password)),
        ADMIN_PASSWORD: password,
        KEEP_EVENTS_DAYS: process.env.KEEP_EVENTS_DAYS ?? String(DAYS + 1),
        LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
      },
    });
    const { child } = this;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
    child.on('exit', (code) => this.isWanted && process.exit(code ?? 0));
    // A failure while filling takes the server with it, so that the next start finds the folder free.
    process.on('exit', () => child.kill());
  }

  async address(): Promise<URL> {
    const address = await addressOf(this.child);
    this.child.stdout?.pipe(process.stdout);
    return address;
  }

  async stop(): Promise<void> {
    this.isWanted = false;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
  }
}

/** Enrols the node as an operator does, and says how it is tried. */
async function addNode(address: URL): Promise<void> {
  const operator = await signIn(address, 'admin', password);
  const { token } = (await operator('POST', `/api/guard/nodes/${NODE}/enrolments`)) as { token: string };
  process.stdout.write(invitation(await startNode(dataDir, address.origin, token)));
}

const hasNode = process.argv.includes('--node');
try {
  // Nothing of a demonstration that runs with this folder may go.
  await openStore({ folder: dataDir }).close();
  if (hasNode) installNginx();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
const password = demoPassword();
// Traffic is loaded anew at each start, so that it ends now.
rmSync(inFolder('analytics'), { recursive: true, force: true });
const first = new Server(password);
const address = await first.address();
await fill(address, password);
const now = await loadTraffic(await limitingRule(await signIn(address, 'acme-root', password)));
await first.stop();
process.stdout.write(`${await makeAlerts(dataDir, now)} alerts fired in it\n`);
if (hasNode) await makeOrigins(dataDir);
const last = await new Server(password).address();
announce(last, password);
if (hasNode) await addNode(last);
