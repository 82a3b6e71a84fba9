import type { EventLine, RejectedLine } from '../events/event';
import type { Format } from './formats';
import { newestTime, readLogs } from './read';
import type { FileReport } from './report';
import { type Sent, sendBatch, type Target } from './sender';

/** Events of one request: small enough to leave the server room for others, large enough to be fast. */
const BATCH = 4000;
const IN_FLIGHT = 6;

export type LoadOptions = {
  format: Format | 'auto';
  /** Moves all events by one amount, so that the newest is now. */
  shiftToNow: boolean;
  /** Host as logged to host as owned; '' stands for lines without a host, '*' for every other. */
  hostMap: Readonly<Record<string, string>>;
  onBytes?: (count: number) => void;
  /** Told the answer to every batch. */
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
  private events: EventLine[] = [];
  private rejected: RejectedLine[] = [];
  private report: FileReport | undefined;

  constructor(
    private readonly target: Target,
    private readonly onSent: (events: number) => void,
  ) {}

  async add(report: FileReport, events: readonly EventLine[], rejected: readonly RejectedLine[]): Promise<void> {
    if (this.report !== report) await this.flush();
    this.report = report;
    for (const line of rejected) this.rejected.push(line);
    for (const event of events) {
      this.events.push(event);
      if (this.events.length >= BATCH) await this.flush();
    }
    if (this.rejected.length >= BATCH) await this.flush();
  }

  async flush(): Promise<void> {
    const { events, rejected, report } = this;
    if (!report || events.length + rejected.length === 0) return;
    this.events = [];
    this.rejected = [];
    while (this.flying.size >= IN_FLIGHT) await Promise.race(this.flying);
    if (this.failure) throw this.failure;
    const flight = sendBatch(this.target, events, rejected)
      .then((sent) => this.count(report, sent, events.length))
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

  private count(report: FileReport, sent: Sent, events: number): void {
    report.stored += sent.stored;
    report.known += sent.known;
    report.upgraded += sent.upgraded;
    report.refused += events - sent.stored - sent.known - sent.upgraded;
    report.kept += sent.rejected;
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
