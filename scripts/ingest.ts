/** `npm run ingest -- FILE… [--format auto] [--shift-to-now] [--host-map FILE]`: log files into a running Parapet. */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type RejectCounts, rejectedTotal } from '@/lib/analytics/events/rejected';
import { LOG_FORMATS, type LogFormat } from '@/lib/analytics/events/vocabulary';
import { loadInto } from '@/lib/analytics/ingest/load';
import { type FileReport, isExplained } from '@/lib/analytics/ingest/report';
import type { Target } from '@/lib/analytics/ingest/sender';
import { findNamesBelowLocalhost } from '@/lib/runtime/localhost';

const USAGE = `Usage: npm run ingest -- FILE… [--format auto|${LOG_FORMATS.join('|')}] [--shift-to-now] [--host-map FILE]

Reads nginx JSON access logs, ModSecurity JSON audit logs and Common or Combined logs, plain or gzip.
The running Parapet is found through DATA_DIR (default ./data), or PARAPET_URL and PARAPET_KEY.
--host-map FILE holds {"host in the log": "protected domain"}; "" is for lines without a host, "*" for all others.`;

class Unusable extends Error {}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Unusable(`${file} cannot be read: ${(error as Error).message}`);
  }
}

function targetOf(env: NodeJS.ProcessEnv): Target {
  if (env.PARAPET_URL) {
    if (!env.PARAPET_KEY) throw new Unusable('PARAPET_KEY must hold an API key with the scope analytics.event.ingest');
    return { url: env.PARAPET_URL.replace(/\/+$/, ''), authorization: `ApiKey ${env.PARAPET_KEY}` };
  }
  const file = path.join(path.resolve(env.DATA_DIR || './data'), 'server.json');
  const address = readAddress(file);
  return { url: address.url, authorization: `Bearer ${address.token}` };
}

function readAddress(file: string): { url: string; token: string } {
  try {
    const { url, token } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    if (typeof url === 'string' && typeof token === 'string') return { url, token };
  } catch {
    throw new Unusable(
      `No running Parapet: ${file} is missing. Start it with npm run up, or set PARAPET_URL and PARAPET_KEY.`,
    );
  }
  throw new Unusable(`${file} does not name a running Parapet`);
}

async function checkAlive({ url }: Target): Promise<void> {
  const alive = await fetch(`${url}/healthz`).then(
    (r) => r.ok,
    () => false,
  );
  if (!alive) throw new Unusable(`No Parapet answers at ${url}`);
}

function hostMapOf(file: string | undefined): Record<string, string> {
  if (file === undefined) return {};
  const map = readJson(file);
  const isMap = typeof map === 'object' && map !== null && Object.values(map).every((v) => typeof v === 'string');
  if (!isMap) throw new Unusable(`${file} must be a JSON object of host names`);
  return Object.fromEntries(Object.entries(map).map(([from, to]) => [from.toLowerCase(), String(to).toLowerCase()]));
}

function formatOf(name: string): LogFormat | 'auto' {
  const format = name === 'auto' ? name : LOG_FORMATS.find((f) => f === name);
  if (!format) throw new Unusable(`--format ${name} is unknown; use auto, ${LOG_FORMATS.join(', ')}`);
  return format;
}

/** A bar on a terminal, elsewhere a line every few seconds; all of it on stderr. */
class Progress {
  private read = 0;
  private sent = 0;
  private readonly started = Date.now();
  private readonly tty = process.stderr.isTTY === true;
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly total: number) {
    this.timer = setInterval(() => this.show(), this.tty ? 200 : 5000);
    this.timer.unref();
  }

  onBytes = (count: number): void => {
    this.read += count;
  };

  onSent = (events: number): void => {
    this.sent += events;
  };

  stop(): void {
    clearInterval(this.timer);
    if (this.tty) process.stderr.write('\r\u001b[K');
  }

  private show(): void {
    const share = this.total > 0 ? Math.min(this.read / this.total, 1) : 1;
    const rate = Math.round(this.sent / Math.max((Date.now() - this.started) / 1000, 0.001));
    const words = `${Math.round(share * 100)}%  ${this.sent} events  ${rate}/s`;
    if (!this.tty) process.stderr.write(`${words}\n`);
    else process.stderr.write(`\r\u001b[K[${'#'.repeat(Math.round(share * 30)).padEnd(30, '.')}] ${words}`);
  }
}

const reasons = (counts: RejectCounts) =>
  Object.entries(counts)
    .map(([reason, count]) => `${count} ${reason}`)
    .join(', ');

function summary(r: FileReport): string {
  const parts = [
    `${r.lines} lines`,
    `${r.stored} events stored`,
    `${r.known} already known`,
    ...(r.upgraded > 0 ? [`${r.upgraded} completed by their other half`] : []),
    ...(r.joined > 0 ? [`${r.joined} joined`] : []),
    ...(r.alone > 0 ? [`${r.alone} audit lines without an access line`] : []),
    ...(r.repeated > 0 ? [`${r.repeated} repeated`] : []),
    ...(r.blank > 0 ? [`${r.blank} blank`] : []),
    ...(r.lossy > 0 ? [`${r.lossy} with bytes that are not UTF-8`] : []),
  ];
  const unread = rejectedTotal(r.rejected) > 0 ? `\n  not readable: ${reasons(r.rejected)}` : '';
  const refused = rejectedTotal(r.refused) > 0 ? `\n  refused by Parapet: ${reasons(r.refused)}` : '';
  const kept = unread + refused === '' ? '' : `\n  ${r.kept} of these lines newly kept for inspection`;
  return `${r.file} (${r.format})\n  ${parts.join(', ')}${unread}${refused}${kept}`;
}

async function run(): Promise<number> {
  const { values, positionals: files } = parseArgs({
    allowPositionals: true,
    options: {
      format: { type: 'string', default: 'auto' },
      'shift-to-now': { type: 'boolean', default: false },
      'host-map': { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help || files.length === 0) {
    process.stdout.write(`${USAGE}\n`);
    return values.help ? 0 : 2;
  }
  findNamesBelowLocalhost();
  const format = formatOf(values.format);
  const hostMap = hostMapOf(values['host-map']);
  const total = files.reduce((sum, file) => sum + sizeOf(file), 0);
  const target = targetOf(process.env);
  await checkAlive(target);
  const progress = new Progress(total);
  const started = Date.now();
  try {
    const reports = await loadInto(target, files, {
      format,
      hostMap,
      shiftToNow: values['shift-to-now'],
      onBytes: progress.onBytes,
      onSent: progress.onSent,
    });
    progress.stop();
    return close(reports, Date.now() - started);
  } finally {
    progress.stop();
  }
}

function sizeOf(file: string): number {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile()) throw new Unusable(`${file} is not a file`);
  return found.size;
}

function close(reports: readonly FileReport[], ms: number): number {
  for (const report of reports) process.stdout.write(`${summary(report)}\n`);
  const events = reports.reduce((sum, r) => sum + r.events, 0);
  process.stdout.write(`${events} events in ${(ms / 1000).toFixed(1)} s (${Math.round(events / (ms / 1000))}/s)\n`);
  const unexplained = reports.filter((r) => !isExplained(r));
  for (const r of unexplained) process.stderr.write(`${r.file}: the numbers do not add up\n`);
  return unexplained.length > 0 ? 1 : 0;
}

run().then(
  (code) => {
    process.exitCode = code;
  },
  (error: Error & { code?: string }) => {
    const usage = error.code?.startsWith('ERR_PARSE_ARGS') ? `\n\n${USAGE}` : '';
    process.stderr.write(`${error.message}${usage}\n`);
    process.exitCode = error instanceof Unusable || usage ? 2 : 1;
  },
);
