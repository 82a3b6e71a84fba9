/**
 * Throw-away DNS servers for tests: PowerDNS and Knot, installed through apt where they are missing, each on free loopback
 * ports with a zone of its own in a temporary folder.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Libsql from 'libsql';
import { install } from './apt';

const PDNS = '/usr/sbin/pdns_server';
const SCHEMA = '/usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql';
const KNOT = '/usr/sbin/knotd';

/** Below those that the kernel gives to connections: who asks whether a server answers yet may be given its port, and be connected to themselves. */
const PORTS = [10_000, 32_768] as const;

/** A port of this machine on which nothing listens, of TCP and UDP. */
export async function freePort(): Promise<number> {
  const port = randomInt(...PORTS);
  const tcp = createServer();
  const hasTcp = await new Promise<boolean>((resolve) => {
    tcp.once('error', () => resolve(false));
    tcp.listen(port, '127.0.0.1', () => resolve(true));
  });
  if (!hasTcp) return freePort();
  const udp = createSocket('udp4');
  const hasUdp = await new Promise<boolean>((resolve) => {
    udp.once('error', () => resolve(false));
    udp.bind(port, '127.0.0.1', () => resolve(true));
  });
  if (hasUdp) await new Promise<void>((resolve) => udp.close(() => resolve()));
  await new Promise((resolve) => tcp.close(resolve));
  return hasUdp ? port : freePort();
}

/** Answers once `isReady` does; throws with what the server printed where it ends before. */
async function started(child: ChildProcess, isReady: () => Promise<boolean>): Promise<void> {
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => output.push(chunk));
  while (!(await isReady().catch(() => false))) {
    if (child.exitCode !== null) throw new Error(`the DNS server ended: ${Buffer.concat(output)}`);
    await pause(20);
  }
}

async function stopped(child: ChildProcess, folder: string): Promise<void> {
  const exit = once(child, 'exit');
  if (child.exitCode === null && child.kill('SIGKILL')) await exit;
  rmSync(folder, { recursive: true, force: true });
}

const zoneFile = (zone: string) =>
  [`${zone}. 60 IN SOA ns.${zone}. root.${zone}. 1 60 60 600 1`, `${zone}. 60 IN NS ns.${zone}.`].join('\n');

export type PowerDns = { url: string; key: string; server: string; stop(): Promise<void> };

/** PowerDNS with its HTTP API and an empty zone. */
export async function startPowerDns(zone: string): Promise<PowerDns> {
  install(PDNS, 'pdns-server', 'pdns-backend-sqlite3');
  install(SCHEMA, 'pdns-backend-sqlite3');
  const folder = mkdtempSync(path.join(tmpdir(), 'parapet-pdns-'));
  const database = new Libsql(path.join(folder, 'zones.db'));
  database.exec(readFileSync(SCHEMA, 'utf8'));
  database.close();
  const [port, web, key] = [await freePort(), await freePort(), randomBytes(12).toString('hex')];
  const settings = {
    ...{ launch: 'gsqlite3', 'gsqlite3-database': path.join(folder, 'zones.db'), 'socket-dir': folder },
    ...{ 'local-address': '127.0.0.1', 'local-port': port, api: 'yes', 'api-key': key, webserver: 'yes' },
    ...{ 'webserver-address': '127.0.0.1', 'webserver-port': web, 'webserver-allow-from': '127.0.0.1' },
    ...{ daemon: 'no', guardian: 'no', 'config-dir': folder, 'security-poll-suffix': '' },
  };
  const args = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
  const child = spawn(PDNS, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const url = `http://127.0.0.1:${web}`;
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
  const zones = `${url}/api/v1/servers/localhost/zones`;
  await started(child, async () => (await fetch(zones, { headers })).ok);
  const body = JSON.stringify({ name: `${zone}.`, kind: 'Native', nameservers: [`ns.${zone}.`] });
  const made = await fetch(zones, { method: 'POST', headers, body });
  if (!made.ok) throw new Error(`PowerDNS does not take the zone: ${await made.text()}`);
  return { url, key, server: `127.0.0.1:${port}`, stop: () => stopped(child, folder) };
}

export type Knot = { port: number; server: string; tsig: string; stop(): Promise<void> };

/** Knot DNS with an empty zone that takes signed updates. */
export async function startKnot(zone: string): Promise<Knot> {
  install(KNOT, 'knot');
  const folder = mkdtempSync(path.join(tmpdir(), 'parapet-knot-'));
  const [port, secret] = [await freePort(), randomBytes(32).toString('base64')];
  writeFileSync(path.join(folder, `${zone}.zone`), `${zoneFile(zone)}\nns.${zone}. 60 IN A 127.0.0.1\n`);
  const config = `
server:
    rundir: "${folder}"
    listen: 127.0.0.1@${port}
    udp-workers: 1
    tcp-workers: 1
    background-workers: 1
database:
    storage: "${folder}"
log:
  - target: stderr
    any: warning
key:
  - id: parapet
    algorithm: hmac-sha256
    secret: ${secret}
acl:
  - id: update
    key: parapet
    action: update
zone:
  - domain: ${zone}
    storage: "${folder}"
    file: "${zone}.zone"
    acl: update
    zonefile-sync: -1
    journal-content: changes
`;
  writeFileSync(path.join(folder, 'knot.conf'), config);
  execFileSync('/usr/sbin/knotc', ['-c', path.join(folder, 'knot.conf'), 'conf-check'], { stdio: 'ignore' });
  const child = spawn(KNOT, ['-c', path.join(folder, 'knot.conf')], { stdio: ['ignore', 'pipe', 'pipe'] });
  const server = `127.0.0.1:${port}`;
  await started(child, async () => {
    const resolver = new Resolver({ timeout: 500, tries: 1 });
    resolver.setServers([server]);
    return (await resolver.resolveSoa(zone)).serial > 0;
  });
  return { port, server, tsig: `parapet:${secret}`, stop: () => stopped(child, folder) };
}
