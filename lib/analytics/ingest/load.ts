import { basename } from 'node:path';
import { type RejectCounts, rejectedTotal } from '../events/rejected';
import { type LogFormat, PARSE_REASONS, type RejectReason } from '../events/vocabulary';
import type { LinesHeader } from './contract';
import { LinesBuffer } from './lines-buffer';
import { mapped } from './mapped';
import { newestTime, type ReadBatch, readLogs } from './read';
import type { FileReport } from './report';
import { type Body, eventItem, itemsBody, linesBody, rejectedItem, type Sent, sendBatch, type Target } from './sender';
import { MAX_HEADER_BYTES } from './vocabulary';

/** Events of one request: small enough to leave the server room for others, large enough to be fast. */
const BATCH = 4000;
/** Characters of a batch; as JSON within JSON, in UTF-8, they stay below what Parapet takes in one body. */
const BATCH_CHARACTERS = 2_000_000;
/** Four that are stored together, and four that are read meanwhile: fewer would be stored in groups that are not full. */
const IN_FLIGHT = 8;
/** A host map that does not fit into the header of a batch keeps the lines from being sent as they are. */
const MAX_MAP = MAX_HEADER_BYTES / 2;

export type LoadOptions = {
  format: LogFormat | 'auto';
  /** Moves all events by one amount, so that the newest is now. */
  shiftToNow: boolean;
  /** Host as logged to host as owned; '' represents lines without a host, '*' for every other. */
  hostMap: Readonly<Record<string, string>>;
  onBytes?: (count: number) => void;
  /** Receives the answer to every batch. */
  onSent?: (events: number) => void;
};

async function shiftOf(files: readonly string[], { format, shiftToNow }: LoadOptions): Promise<number> {
  if (!shiftToNow) return 0;
  const newest = await newestTime(files, { format });
  return newest === undefined ? 0 : Date.now() - newest;
}

/** Sends what belongs to one file, a few batches at a time; the reader waits when they are all under way. */
class Shipper {
  private readonly flying = new Set<Promise<void>>();
  private failure: unknown;
  private items: string[] = [];
  private characters = 0;
  private events = 0;
  private rejected: RejectCounts = {};
  private report: FileReport | undefined;
  private readonly lines = new LinesBuffer();

  constructor(
    private readonly target: Target,
    private readonly header: Pick<LinesHeader, 'shift_ms' | 'hosts'>,
    private readonly onSent: (events: number) => void,
  ) {}

  async add({ report, events, lines, rejected }: ReadBatch): Promise<void> {
    if (this.report !== report) {
      await this.flush();
      await this.flushLines();
    }
    this.report = report;
    for (const { line } of lines) {
      if (!this.lines.hasRoom(line)) await this.flushLines();
      this.lines.add(line);
    }
    for (const line of rejected) {
      await this.push(rejectedItem(line));
      this.rejected[line.reason] = (this.rejected[line.reason] ?? 0) + 1;
    }
    for (const event of events) {
      await this.push(eventItem(event));
      this.events += 1;
    }
  }

  /** Adds an item to the batch, which is sent first where it would become too large. */
  private async push(item: string): Promise<void> {
    if (this.items.length >= BATCH || this.characters + item.length > BATCH_CHARACTERS) await this.flush();
    this.items.push(item);
    this.characters += item.length;
  }

  private async flushLines(): Promise<void> {
    const { report } = this;
    if (!report || this.lines.count === 0) return;
    const { count, first_line, text, reuse } = this.lines.take();
    const header = { ...this.header, format: 'nginx_json', file: basename(report.file), first_line } as const;
    await this.send(linesBody(header, text), (answer) => {
      reuse();
      this.countLines(report, answer, count);
    });
  }

  /** Waits until there is room for one more. */
  private async send(body: Body, count: (sent: Sent) => void): Promise<void> {
    while (this.flying.size >= IN_FLIGHT) await Promise.race(this.flying);
    if (this.failure) throw this.failure;
    const flight = sendBatch(this.target, body)
      .then(count)
      .catch((error: unknown) => {
        this.failure ??= error;
      })
      .finally(() => this.flying.delete(flight));
    this.flying.add(flight);
  }

  async flush(): Promise<void> {
    const { items, events, rejected, report } = this;
    if (!report || items.length === 0) return;
    this.items = [];
    this.characters = 0;
    this.events = 0;
    this.rejected = {};
    await this.send(itemsBody(items), (sent) => this.count(report, sent, events, rejected));
  }

  async finish(): Promise<void> {
    await this.flush();
    await this.flushLines();
    await Promise.all(this.flying);
    if (this.failure) throw this.failure;
  }

  /** Lines that no parser reads are not readable, whoever found that out; others are refused. */
  private countLines(report: FileReport, sent: Sent, lines: number): void {
    const unread: RejectCounts = {};
    for (const [reason, n] of Object.entries(sent.reasons) as [RejectReason, number][]) {
      if (!PARSE_REASONS.some((one) => one === reason)) continue;
      unread[reason] = n;
      report.rejected[reason] = (report.rejected[reason] ?? 0) + n;
    }
    const events = lines - rejectedTotal(unread);
    report.events += events;
    this.count(report, sent, events, unread);
  }

  private count(report: FileReport, sent: Sent, events: number, rejected: RejectCounts): void {
    report.stored += sent.stored;
    report.known += sent.known;
    report.upgraded += sent.upgraded;
    report.kept += sent.kept;
    for (const [reason, lines] of Object.entries(sent.reasons) as [RejectReason, number][]) {
      const refused = lines - (rejected[reason] ?? 0);
      if (refused > 0) report.refused[reason] = (report.refused[reason] ?? 0) + refused;
    }
    this.onSent(events);
  }
}

/** Reads files and sends them to a running Parapet. Rejects with SendRefused, or when a file cannot be read. */
export async function loadInto(target: Target, files: readonly string[], options: LoadOptions): Promise<FileReport[]> {
  const shift = await shiftOf(files, options);
  const reports: FileReport[] = [];
  const header = { shift_ms: shift, hosts: options.hostMap };
  const asLines = Buffer.byteLength(JSON.stringify(options.hostMap)) <= MAX_MAP;
  const shipper = new Shipper(target, header, options.onSent ?? (() => undefined));
  for await (const batch of readLogs(files, { format: options.format, onBytes: options.onBytes, asLines }, reports)) {
    for (const event of batch.events) {
      event.time += shift;
      event.host = mapped(event.host ?? '', options.hostMap);
    }
    await shipper.add(batch);
  }
  await shipper.finish();
  return reports;
}
