import type { EventLine } from '../events/event';
import type { RejectCounts, RejectedLine } from '../events/rejected';
import type { RejectReason } from '../events/vocabulary';
import type { Format } from './formats';
import { newestTime, readLogs } from './read';
import type { FileReport } from './report';
import { eventItem, rejectedItem, type Sent, sendBatch, type Target } from './sender';

/** Events of one request: small enough to leave the server room for others, large enough to be fast. */
const BATCH = 4000;
/** Characters of a batch; as JSON within JSON, in UTF-8, they stay below what Parapet takes in one body. */
const BATCH_CHARACTERS = 2_000_000;
const IN_FLIGHT = 6;

export type LoadOptions = {
  format: Format | 'auto';
  /** Moves all events by one amount, so that the newest is now. */
  shiftToNow: boolean;
  /** Host as logged to host as owned; '' represents lines without a host, '*' for every other. */
  hostMap: Readonly<Record<string, string>>;
  onBytes?: (count: number) => void;
  /** Receives the answer to every batch. */
  onSent?: (events: number) => void;
};

function mapped(host: string, hostMap: LoadOptions['hostMap']): string {
  if (Object.hasOwn(hostMap, host)) return hostMap[host] ?? host;
  return Object.hasOwn(hostMap, '*') ? (hostMap['*'] ?? host) : host;
}

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

  constructor(
    private readonly target: Target,
    private readonly onSent: (events: number) => void,
  ) {}

  async add(report: FileReport, events: readonly EventLine[], rejected: readonly RejectedLine[]): Promise<void> {
    if (this.report !== report) await this.flush();
    this.report = report;
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

  async flush(): Promise<void> {
    const { items, events, rejected, report } = this;
    if (!report || items.length === 0) return;
    this.items = [];
    this.characters = 0;
    this.events = 0;
    this.rejected = {};
    while (this.flying.size >= IN_FLIGHT) await Promise.race(this.flying);
    if (this.failure) throw this.failure;
    const flight = sendBatch(this.target, items)
      .then((sent) => this.count(report, sent, events, rejected))
      .catch((error: unknown) => {
        this.failure ??= error;
      })
      .finally(() => this.flying.delete(flight));
    this.flying.add(flight);
  }

  async finish(): Promise<void> {
    await this.flush();
    await Promise.all(this.flying);
    if (this.failure) throw this.failure;
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
  const shipper = new Shipper(target, options.onSent ?? (() => undefined));
  for await (const batch of readLogs(files, { format: options.format, onBytes: options.onBytes }, reports)) {
    for (const event of batch.events) {
      event.time += shift;
      event.host = mapped(event.host ?? '', options.hostMap);
    }
    await shipper.add(batch.report, batch.events, batch.rejected);
  }
  await shipper.finish();
  return reports;
}
